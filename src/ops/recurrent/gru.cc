// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "ops/common/entry.h"
#include "ops/recurrent/checks.h"

namespace openaclnn::recurrent {
namespace {

constexpr std::array<const KernelEntry<Args>*, 1> kForward{&kForwardCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kBackward{&kBackwardCpu};

constexpr std::array<TensorArgument<Args>, 10> kForwardArguments{{
    {"input", Role::kInput, &Args::input},
    ListArgument("params", Role::kInput, &Args::params),
    {"hx", Role::kInput, &Args::initialHidden},
    {"output", Role::kOutput, &Args::output},
    {"hy", Role::kOutput, &Args::hidden},
    ListArgument("rOut", Role::kOutput, &Args::first),
    ListArgument("zOut", Role::kOutput, &Args::second),
    ListArgument("nOut", Role::kOutput, &Args::third),
    ListArgument("hnOut", Role::kOutput, &Args::fourth),
    ListArgument("hOut", Role::kOutput, &Args::hiddens),
}};
constexpr Operator<Args> kGru{"aclnnGRU", kForwardArguments, kForward};

constexpr std::array<TensorArgument<Args>, 13> kBackwardArguments{{
    {"input", Role::kInput, &Args::input},
    ListArgument("params", Role::kInput, &Args::params),
    {"hx", Role::kInput, &Args::initialHidden},
    {"dy", Role::kInput, &Args::output},
    {"dh", Role::kInput, &Args::hidden},
    ListArgument("r", Role::kInput, &Args::first),
    ListArgument("z", Role::kInput, &Args::second),
    ListArgument("n", Role::kInput, &Args::third),
    ListArgument("hn", Role::kInput, &Args::fourth),
    ListArgument("h", Role::kInput, &Args::hiddens),
    {"dxOut", Role::kOutput, &Args::gradInput},
    {"dhPrevOut", Role::kOutput, &Args::gradHidden},
    ListArgument("dparamsOut", Role::kOutput, &Args::gradParams),
}};
constexpr Operator<Args> kGruBackward{"aclnnGRUBackward", kBackwardArguments, kBackward};

struct Tensors {
  NamedTensor input;
  NamedList params;
  NamedTensor hx;
  NamedTensor batchSizes;  // reserved
  NamedTensor sequence;    // output or dy
  NamedTensor state;       // hy or dh
  std::array<NamedList, 5> steps;
};

void CheckPointers(NetworkChecks& check, const Tensors& given, bool areOutputs) {
  check.NotNull(given.input).NotNull(given.params).LiveOrNull(given.hx).LiveOrNull(given.batchSizes);
  if (areOutputs) {
    check.NotNull(given.sequence).NotNull(given.state);
  } else {
    check.LiveOrNull(given.sequence).LiveOrNull(given.state);
  }
  for (const NamedList& list : given.steps) {
    check.NotNull(list);
  }
}

void CheckTensors(NetworkChecks& check, const Tensors& given, bool areOutputs, bool hasSteps) {
  check.Check().Require(
      given.batchSizes.name, "null: packed sequences are for LSTM alone",
      [&] { return given.batchSizes.tensor == nullptr; }, [] { return "a tensor"; });
  check.Inputs(given.input, given.params, {"batchSizes", nullptr});
  if (given.hx.tensor != nullptr) {
    check.StateOf(given.hx, false);
  }
  if (areOutputs) {
    check.Sequence(given.sequence, check.Extents().Width(), true).StateOf(given.state, true);
  } else {
    check.GradientsIn(given.sequence, given.state);
  }
  for (const NamedList& list : given.steps) {
    if (hasSteps) {
      check.StepsOf(list);
    }
  }
}

Status Forward(PhaseOneCall& call, const Tensors& given, bool train, const Options& options) {
  NetworkChecks check(Cell::kGru, options);
  CheckPointers(check, given, true);
  CheckTensors(check, given, true, train);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.network = check.Extents();
  TensorsOfCall tensors{given.input.tensor, given.params.list, given.hx.tensor, given.sequence.tensor,
                        given.state.tensor};
  for (const NamedList& list : given.steps) {
    tensors.push_back(train ? GivenOrNull(list.list) : nullptr);
  }
  return call.Bind(kGru, args, tensors);
}

Status Backward(PhaseOneCall& call, const Tensors& given, const NamedTensor& dx, const NamedTensor& dhPrev,
                const NamedList& dparams, const Options& options) {
  NetworkChecks check(Cell::kGru, options);
  CheckPointers(check, given, false);
  check.NotNull(dx).NotNull(dhPrev).NotNull(dparams);
  CheckTensors(check, given, false, true);
  check.Sequence(dx, check.Extents().input, true).StateOf(dhPrev, true).GradientsOf(dparams);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.network = check.Extents();
  TensorsOfCall tensors{given.input.tensor, given.params.list, given.hx.tensor, given.sequence.tensor,
                        given.state.tensor};
  for (const NamedList& list : given.steps) {
    tensors.push_back(list.list);
  }
  tensors.push_back(dx.tensor);
  tensors.push_back(dhPrev.tensor);
  tensors.push_back(dparams.list);
  return call.Bind(kGruBackward, args, tensors);
}

}  // namespace
}  // namespace openaclnn::recurrent

OPENACLNN_CALL(aclnnGRU,
               (const aclTensor* input, const aclTensorList* params, const aclTensor* hx,
                const aclTensor* batchSizes, bool hasBias, int64_t numLayers, double /*dropout*/, bool train,
                bool bidirection, bool batchFirst, aclTensor* output, aclTensor* hy, aclTensorList* rOut,
                aclTensorList* zOut, aclTensorList* nOut, aclTensorList* hnOut, aclTensorList* hOut),
               recurrent::Forward(call,
                                  {{"input", input},
                                   {"params", params},
                                   {"hx", hx},
                                   {"batchSizes", batchSizes},
                                   {"output", output},
                                   {"hy", hy},
                                   {{{"rOut", rOut, true, true},
                                     {"zOut", zOut, true, true},
                                     {"nOut", nOut, true, true},
                                     {"hnOut", hnOut, true, true},
                                     {"hOut", hOut, true, true}}}},
                                  train, {hasBias, numLayers, bidirection, batchFirst}))

OPENACLNN_CALL(aclnnGRUBackward,
               (const aclTensor* input, const aclTensorList* params, const aclTensor* hx, const aclTensor* dy,
                const aclTensor* dh, const aclTensorList* r, const aclTensorList* z, const aclTensorList* n,
                const aclTensorList* hn, const aclTensorList* h, const aclTensor* batchSizes, bool hasBias,
                int64_t numLayers, bool bidirection, bool batchFirst, aclTensor* dxOut, aclTensor* dhPrevOut,
                aclTensorList* dparamsOut),
               recurrent::Backward(call,
                                   {{"input", input},
                                    {"params", params},
                                    {"hx", hx},
                                    {"batchSizes", batchSizes},
                                    {"dy", dy},
                                    {"dh", dh},
                                    {{{"r", r}, {"z", z}, {"n", n}, {"hn", hn}, {"h", h}}}},
                                   {"dxOut", dxOut}, {"dhPrevOut", dhPrevOut},
                                   {"dparamsOut", dparamsOut, true},
                                   {hasBias, numLayers, bidirection, batchFirst}))
