// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"
#include "ops/common/entry.h"
#include "ops/recurrent/checks.h"

namespace openaclnn::recurrent {
namespace {

constexpr std::array<const KernelEntry<Args>*, 1> kForward{&kForwardCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kBackward{&kBackwardCpu};

constexpr std::array<TensorArgument<Args>, 14> kForwardArguments{{
    {"input", Role::kInput, &Args::input},
    ListArgument("params", Role::kInput, &Args::params),
    ListArgument("hx", Role::kInput, &Args::initial),
    {"batchSizes", Role::kInput, &Args::batchSizes},
    {"output", Role::kOutput, &Args::output},
    {"hy", Role::kOutput, &Args::hidden},
    {"cy", Role::kOutput, &Args::cell},
    ListArgument("iOut", Role::kOutput, &Args::first),
    ListArgument("jOut", Role::kOutput, &Args::second),
    ListArgument("fOut", Role::kOutput, &Args::third),
    ListArgument("oOut", Role::kOutput, &Args::fourth),
    ListArgument("hOut", Role::kOutput, &Args::hiddens),
    ListArgument("cOut", Role::kOutput, &Args::cells),
    ListArgument("tanhCOut", Role::kOutput, &Args::cellTanhs),
}};
constexpr Operator<Args> kLstm{"aclnnLSTM", kForwardArguments, kForward};

constexpr std::array<TensorArgument<Args>, 18> kBackwardArguments{{
    {"input", Role::kInput, &Args::input},
    ListArgument("hx", Role::kInput, &Args::initial),
    ListArgument("params", Role::kInput, &Args::params),
    {"dy", Role::kInput, &Args::output},
    {"dh", Role::kInput, &Args::hidden},
    {"dc", Role::kInput, &Args::cell},
    ListArgument("i", Role::kInput, &Args::first),
    ListArgument("g", Role::kInput, &Args::second),
    ListArgument("f", Role::kInput, &Args::third),
    ListArgument("o", Role::kInput, &Args::fourth),
    ListArgument("h", Role::kInput, &Args::hiddens),
    ListArgument("c", Role::kInput, &Args::cells),
    ListArgument("tanhc", Role::kInput, &Args::cellTanhs),
    {"batchSizesOptional", Role::kInput, &Args::batchSizes},
    {"dxOut", Role::kOutput, &Args::gradInput},
    {"dhPrevOut", Role::kOutput, &Args::gradHidden},
    {"dcPrevOut", Role::kOutput, &Args::gradCell},
    ListArgument("dparamsOut", Role::kOutput, &Args::gradParams),
}};
constexpr Operator<Args> kLstmBackward{"aclnnLstmBackward", kBackwardArguments, kBackward};

void CheckInitial(NetworkChecks& check, const NamedList& hx) {
  if (check.Failed() || GivenOrNull(hx.list) == nullptr) {
    return;
  }
  check.Check().Require(
      hx.name, "two tensors, of the hidden state and of the cell",
      [&] { return hx.list->values.size() == 2; }, [&] { return std::to_string(hx.list->values.size()); });
  for (size_t k = 0; !check.Failed() && k < 2; ++k) {
    check.StateOf(At(hx, k), false);
  }
}

struct ForwardTensors {
  NamedTensor input;
  NamedList params;
  NamedList hx;
  NamedTensor batchSizes;
  NamedTensor output;
  NamedTensor hy;
  NamedTensor cy;
  std::array<NamedList, 7> steps;
};

Status Bind(PhaseOneCall& call, const ForwardTensors& given, bool train, const Options& options) {
  NetworkChecks check(Cell::kLstm, options);
  check.NotNull(given.input).NotNull(given.params).NotNull(given.hx).LiveOrNull(given.batchSizes);
  check.NotNull(given.output).NotNull(given.hy).NotNull(given.cy);
  for (const NamedList& list : given.steps) {
    check.NotNull(list);
  }
  check.Inputs(given.input, given.params, given.batchSizes);
  CheckInitial(check, given.hx);
  check.Sequence(given.output, check.Extents().Width(), true);
  check.StateOf(given.hy, true).StateOf(given.cy, true);
  for (const NamedList& list : given.steps) {
    if (train) {
      check.StepsOf(list);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.network = check.Extents();
  TensorsOfCall tensors{given.input.tensor,      given.params.list,   GivenOrNull(given.hx.list),
                        given.batchSizes.tensor, given.output.tensor, given.hy.tensor,
                        given.cy.tensor};
  for (const NamedList& list : given.steps) {
    tensors.push_back(train ? GivenOrNull(list.list) : nullptr);
  }
  return call.Bind(kLstm, args, tensors);
}

struct BackwardTensors {
  NamedTensor input;
  NamedList hx;
  NamedList params;
  NamedTensor dy;
  NamedTensor dh;
  NamedTensor dc;
  std::array<NamedList, 7> steps;
  NamedTensor batchSizes;
  NamedTensor dx;
  NamedTensor dhPrev;
  NamedTensor dcPrev;
  NamedList dparams;
};

Status Bind(PhaseOneCall& call, const BackwardTensors& given, const aclBoolArray* outputMask,
            const Options& options) {
  NetworkChecks check(Cell::kLstm, options);
  check.NotNull(given.input).NotNull(given.hx).NotNull(given.params);
  check.LiveOrNull(given.dy).LiveOrNull(given.dh).LiveOrNull(given.dc);
  for (const NamedList& list : given.steps) {
    check.NotNull(list);
  }
  check.LiveOrNull(given.batchSizes);
  check.Check().LiveOrNull("outputMask", outputMask);
  check.NotNull(given.dx).NotNull(given.dhPrev).NotNull(given.dcPrev).NotNull(given.dparams);
  check.Inputs(given.input, given.params, given.batchSizes);
  CheckInitial(check, given.hx);
  check.GradientsIn(given.dy, given.dh).GradientIn(given.dc);
  for (const NamedList& list : given.steps) {
    check.StepsOf(list);
  }
  check.Sequence(given.dx, check.Extents().input, true);
  check.StateOf(given.dhPrev, true).StateOf(given.dcPrev, true).GradientsOf(given.dparams);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.network = check.Extents();
  TensorsOfCall tensors{given.input.tensor, GivenOrNull(given.hx.list),
                        given.params.list,  given.dy.tensor,
                        given.dh.tensor,    given.dc.tensor};
  for (const NamedList& list : given.steps) {
    tensors.push_back(list.list);
  }
  tensors.push_back(given.batchSizes.tensor);
  tensors.push_back(given.dx.tensor);
  tensors.push_back(given.dhPrev.tensor);
  tensors.push_back(given.dcPrev.tensor);
  tensors.push_back(given.dparams.list);
  return call.Bind(kLstmBackward, args, tensors);
}

}  // namespace
}  // namespace openaclnn::recurrent

OPENACLNN_CALL(aclnnLSTM,
               (const aclTensor* input, const aclTensorList* params, const aclTensorList* hx,
                const aclTensor* batchSizes, bool hasBias, int64_t numLayers, double /*dropout*/, bool train,
                bool bidirectional, bool batchFirst, aclTensor* output, aclTensor* hy, aclTensor* cy,
                aclTensorList* iOut, aclTensorList* jOut, aclTensorList* fOut, aclTensorList* oOut,
                aclTensorList* hOut, aclTensorList* cOut, aclTensorList* tanhCOut),
               recurrent::Bind(call,
                               {{"input", input},
                                {"params", params},
                                {"hx", hx, false, true},
                                {"batchSizes", batchSizes},
                                {"output", output},
                                {"hy", hy},
                                {"cy", cy},
                                {{{"iOut", iOut, true, true},
                                  {"jOut", jOut, true, true},
                                  {"fOut", fOut, true, true},
                                  {"oOut", oOut, true, true},
                                  {"hOut", hOut, true, true},
                                  {"cOut", cOut, true, true},
                                  {"tanhCOut", tanhCOut, true, true}}}},
                               train, {hasBias, numLayers, bidirectional, batchFirst}))

OPENACLNN_CALL(
    aclnnLstmBackward,
    (const aclTensor* input, const aclTensorList* hx, const aclTensorList* params, const aclTensor* dy,
     const aclTensor* dh, const aclTensor* dc, const aclTensorList* i, const aclTensorList* g,
     const aclTensorList* f, const aclTensorList* o, const aclTensorList* h, const aclTensorList* c,
     const aclTensorList* tanhc, const aclTensor* batchSizesOptional, bool hasBias, int64_t numLayers,
     double /*dropout*/, bool /*train*/, bool bidirectional, bool batchFirst, const aclBoolArray* outputMask,
     aclTensor* dxOut, aclTensor* dhPrevOut, aclTensor* dcPrevOut, aclTensorList* dparamsOut),
    recurrent::Bind(call,
                    {{"input", input},
                     {"hx", hx, false, true},
                     {"params", params},
                     {"dy", dy},
                     {"dh", dh},
                     {"dc", dc},
                     {{{"i", i}, {"g", g}, {"f", f}, {"o", o}, {"h", h}, {"c", c}, {"tanhc", tanhc}}},
                     {"batchSizesOptional", batchSizesOptional},
                     {"dxOut", dxOut},
                     {"dhPrevOut", dhPrevOut},
                     {"dcPrevOut", dcPrevOut},
                     {"dparamsOut", dparamsOut, true}},
                    outputMask, {hasBias, numLayers, bidirectional, batchFirst}))
