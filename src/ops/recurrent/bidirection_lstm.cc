// SPDX-License-Identifier: Apache-2.0
//
// aclnnBidirectionLSTM and V2: one layer of an LSTM, whose weights are tensors of their own.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_bidirection_lstm.h"
#include "aclnnop/aclnn_bidirection_lstmv2.h"
#include "base/checked_math.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/recurrent/sequence.h"

namespace openaclnn::recurrent {
namespace {

constexpr size_t kTensors = 15;
constexpr size_t kSizesAt = 11;

constexpr std::array<TensorArgument<Args>, kTensors> kArguments{{
    {"x", Role::kInput, &Args::input},
    {"initH", Role::kInput, &Args::initialHidden},
    {"initC", Role::kInput, &Args::initialCell},
    {"wIh", Role::kInput, &Args::inputWeight},
    {"wHh", Role::kInput, &Args::hiddenWeight},
    {"bIhOptional", Role::kInput, &Args::inputBias},
    {"bHhOptional", Role::kInput, &Args::hiddenBias},
    {"wIhReverseOptional", Role::kInput, &Args::inputWeightReverse},
    {"wHhReverseOptional", Role::kInput, &Args::hiddenWeightReverse},
    {"bIhReverseOptional", Role::kInput, &Args::inputBiasReverse},
    {"bHhReverseOptional", Role::kInput, &Args::hiddenBiasReverse},
    {"batchSizeOptional", Role::kInput, &Args::batchSizes},
    {"y", Role::kOutput, &Args::output},
    {"outputH", Role::kOutput, &Args::hidden},
    {"outputC", Role::kOutput, &Args::cell},
}};
// The first operator has no batchSizeOptional.
constexpr auto kFirstArguments = [] {
  std::array<TensorArgument<Args>, kTensors - 1> arguments{};
  std::copy_n(kArguments.begin(), kSizesAt, arguments.begin());
  std::copy(kArguments.begin() + kSizesAt + 1, kArguments.end(), arguments.begin() + kSizesAt);
  return arguments;
}();
constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kForwardCpu};
constexpr Operator<Args> kFirst{"aclnnBidirectionLSTM", kFirstArguments, kKernels};
constexpr Operator<Args> kSecond{"aclnnBidirectionLSTMV2", kArguments, kKernels};

constexpr std::array<DType, 2> kDtypes{DType::kFloat, DType::kFloat16};
constexpr std::array<DType, 2> kSizeDtypes{DType::kInt64, DType::kInt32};

struct Options {
  int64_t numLayers;
  bool isbias;
  bool batchFirst;
  bool bidirection;
  bool packed = false;
};

// Those tensors of the prototype whose places are in a range.
struct Places {
  size_t begin;
  size_t end;
};
constexpr Places kStates{1, 3};
constexpr Places kOutputs{12, kTensors};

// Whether a call uses the tensor: weights of the reverse direction and biases only where there are any.
bool IsUsed(size_t place, const Options& options) {
  constexpr size_t kFirstReverse = 7;
  if (place < 3 || place >= kSizesAt) {
    return true;
  }
  const bool reverse = place >= kFirstReverse;
  const bool bias = (place - (reverse ? kFirstReverse : 3)) >= 2;
  return (!reverse || options.bidirection) && (!bias || options.isbias);
}

Network ExtentsOf(ArgumentChecks& check, const std::array<NamedTensor, kTensors>& all,
                  const Options& options) {
  Network network;
  network.layers = 1;
  network.directions = options.bidirection ? 2 : 1;
  network.hasBias = options.isbias;
  network.packed = options.packed;
  const NamedTensor& x = all[0];
  const NamedTensor& hiddenWeight = all[4];
  const NamedTensor& sizes = all[kSizesAt];
  check.Rank(x, options.packed ? 2 : 3).Rank(all[1], 3).Rank(hiddenWeight, 2);
  if (sizes.tensor != nullptr) {
    check.Rank(sizes, 1);
  }
  if (check.Failed()) {
    return network;
  }
  const auto& dims = x.tensor->viewDims;
  network.steps = options.packed ? sizes.tensor->viewDims[0] : dims[0];
  network.batch = options.packed ? all[1].tensor->viewDims[1] : dims[1];
  network.input = dims.back();
  network.hidden = hiddenWeight.tensor->viewDims[1];
  check.Require(
      hiddenWeight.name, "extents whose products fit into 48 bits",
      [&] {
        const auto numbers =
            CheckedProduct({std::max(network.hidden, network.input), int64_t{16},
                            std::max<int64_t>(1, network.steps), std::max<int64_t>(1, network.batch)});
        return numbers.has_value() && *numbers < int64_t{1} << 48;
      },
      [&] { return ShapeText(hiddenWeight.tensor->viewDims) + " for x " + ShapeText(dims); });
  return network;
}

void CheckShapes(ArgumentChecks& check, const std::array<NamedTensor, kTensors>& all, const Network& network,
                 const Options& options) {
  const int64_t gates = network.Gates() * network.hidden;
  for (size_t place = kStates.begin; place < kStates.end; ++place) {
    check.Shape(all[place], {network.directions, network.batch, network.hidden},
                "[directions, batch, hidden]");
  }
  for (size_t place = kStates.end; place < kSizesAt; ++place) {
    if (!IsUsed(place, options)) {
      continue;
    }
    switch ((place - kStates.end) % 4) {
      case 0:
        check.Shape(all[place], {gates, network.input}, "[4 * hidden, input]");
        break;
      case 1:
        check.Shape(all[place], {gates, network.hidden}, "[4 * hidden, hidden]");
        break;
      default:
        check.Shape(all[place], {gates}, "[4 * hidden]");
    }
  }
  if (all[kSizesAt].tensor != nullptr) {
    check.Shape(all[kSizesAt], {network.steps}, "[steps]");
  }
  const NamedTensor& y = all[kOutputs.begin];
  options.packed
      ? check.Shape(y, {all[0].tensor->viewDims[0], network.Width()}, "[rows of x, directions * hidden]")
      : check.Shape(y, {network.steps, network.batch, network.Width()},
                    "[steps, batch, directions * hidden]");
  for (size_t place = kOutputs.begin + 1; place < kOutputs.end; ++place) {
    check.Shape(all[place], {network.directions, network.batch, network.hidden},
                "[directions, batch, hidden]");
  }
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<kTensors>& tensors,
            const Options& options) {
  const std::array<NamedTensor, kTensors> all = Named(kSecond, tensors);
  ArgumentChecks check;
  for (size_t place = 0; place < kTensors; ++place) {
    const bool needed = place == kSizesAt ? options.packed : IsUsed(place, options);
    needed ? check.NotNull(all[place]) : check.LiveOrNull(all[place]);
  }
  check.DtypeIn(all[0], kDtypes);
  for (size_t place = 0; place < kTensors && !check.Failed(); ++place) {
    if (place == kSizesAt) {
      if (all[place].tensor != nullptr) {
        check.DtypeIn(all[place], kSizeDtypes).ValidView(all[place]);
      }
    } else if (IsUsed(place, options)) {
      check.SameDtype(all[place], all[0]);
      place < kOutputs.begin ? check.ValidView(all[place]) : check.ValidOutputView(all[place]);
    }
  }
  check.InRange("numLayers", options.numLayers, 1, 1, "one layer");
  check.Require(
      "batchFirst", "false", [&] { return !options.batchFirst; }, [] { return std::string("true"); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.network = ExtentsOf(check, all, options);
  args.sizesName = all[kSizesAt].name.argument;
  if (!check.Failed()) {
    CheckShapes(check, all, args.network, options);
  }
  if (check.Failed()) {
    return check.Result();
  }
  TensorsOfCall used;
  for (size_t place = 0; place < kTensors; ++place) {
    if (place != kSizesAt || &op == &kSecond) {
      used.push_back(TensorOfCall(tensors[place], IsUsed(place, options)));
    }
  }
  return call.Bind(op, args, used);
}

}  // namespace
}  // namespace openaclnn::recurrent

OPENACLNN_CALL(aclnnBidirectionLSTM,
               (const aclTensor* x, const aclTensor* initH, const aclTensor* initC, const aclTensor* wIh,
                const aclTensor* wHh, const aclTensor* bIhOptional, const aclTensor* bHhOptional,
                const aclTensor* wIhReverseOptional, const aclTensor* wHhReverseOptional,
                const aclTensor* bIhReverseOptional, const aclTensor* bHhReverseOptional, int64_t numLayers,
                bool isbias, bool batchFirst, bool bidirection, aclTensor* y, aclTensor* outputH,
                aclTensor* outputC),
               recurrent::Bind(call, recurrent::kFirst,
                               {x, initH, initC, wIh, wHh, bIhOptional, bHhOptional, wIhReverseOptional,
                                wHhReverseOptional, bIhReverseOptional, bHhReverseOptional, nullptr, y,
                                outputH, outputC},
                               {numLayers, isbias, batchFirst, bidirection}))

OPENACLNN_CALL(aclnnBidirectionLSTMV2,
               (const aclTensor* x, const aclTensor* initH, const aclTensor* initC, const aclTensor* wIh,
                const aclTensor* wHh, const aclTensor* bIhOptional, const aclTensor* bHhOptional,
                const aclTensor* wIhReverseOptional, const aclTensor* wHhReverseOptional,
                const aclTensor* bIhReverseOptional, const aclTensor* bHhReverseOptional,
                const aclTensor* batchSizeOptional, int64_t numLayers, bool isbias, bool batchFirst,
                bool bidirection, bool packed, aclTensor* y, aclTensor* outputH, aclTensor* outputC),
               recurrent::Bind(call, recurrent::kSecond,
                               {x, initH, initC, wIh, wHh, bIhOptional, bHhOptional, wIhReverseOptional,
                                wHhReverseOptional, bIhReverseOptional, bHhReverseOptional, batchSizeOptional,
                                y, outputH, outputC},
                               {numLayers, isbias, batchFirst, bidirection, packed}))
