// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantizedBatchNorm: an expression of each element and the numbers of its channel, in float64.
#include "aclnnop/aclnn_quantized_batch_norm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView input;
  TensorView mean;
  TensorView var;
  TensorView weight;
  TensorView bias;
  TensorView output;
  double inputScale = 1;
  double inputZero = 0;
  double outputScale = 1;
  double outputZero = 0;
  double epsilon = 0;
};

struct Range {
  double lowest;
  double highest;
};
Range RangeOf(DType dtype) {
  switch (dtype) {
    case DType::kInt8:
      return {-128, 127};
    case DType::kUint8:
      return {0, 255};
    default:
      return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
  }
}

struct State : Prepared {
  ScratchArray<double> mean;  // [C]
  ScratchArray<double> var;   // likewise; the factor in its place
  ScratchArray<double> weight;
  ScratchArray<double> bias;
};

State Prepare(const Args& args) {
  State state;
  const int64_t channels = args.input.dims[1];
  ScratchLayout scratch;
  state.mean = scratch.Book<double>(channels);
  state.var = scratch.Book<double>(channels);
  state.weight = scratch.Book<double>(channels);
  state.bias = scratch.Book<double>(channels);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.input.NumElements()) * 8;
  return state;
}

// A channel's numbers as float64, or the same for all.
double* ReadChannels(const TensorView& view, int64_t channels, double without, double* to) {
  if (view.Defined()) {
    ReadConverted(view, 0, channels, to);
  } else {
    std::fill_n(to, channels, without);
  }
  return to;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const int64_t channels = args.input.dims[1];
  const int64_t positions = args.input.dims[2] * args.input.dims[3];
  const double* const means = ReadChannels(args.mean, channels, 0, state.mean.In(workspace));
  double* const factors = ReadChannels(args.var, channels, 0, state.var.In(workspace));
  const double* const weights = ReadChannels(args.weight, channels, 1, state.weight.In(workspace));
  const double* const shifts = ReadChannels(args.bias, channels, 0, state.bias.In(workspace));
  for (int64_t channel = 0; channel < channels; ++channel) {
    factors[channel] = weights[channel] / std::sqrt(factors[channel] + args.epsilon);
  }
  const Range range = RangeOf(args.input.dtype);
  ForEachPiece(cpu, args.input.NumElements(), kTileElements, kTilesOfTask, [&](int64_t begin, int64_t count) {
    DoubleTileBuffer numbers;
    ReadConverted(args.input, begin, count, numbers.data());
    for (int64_t i = 0; i < count; ++i) {
      const int64_t channel = (begin + i) / positions % channels;
      double& number = numbers[static_cast<size_t>(i)];
      const double x = (number - args.inputZero) * args.inputScale;
      const double y = (x - means[channel]) * factors[channel] + shifts[channel];
      const double quantized = std::nearbyint(y / args.outputScale + args.outputZero);
      number = quantized == quantized ? std::clamp(quantized, range.lowest, range.highest) : 0;
    }
    WriteConverted(args.output, begin, count, numbers.data());
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:quantized_batch_norm", Prepare));
constexpr std::array<TensorArgument<Args>, 6> kArguments{{{"input", Role::kInput, &Args::input},
                                                          {"mean", Role::kInput, &Args::mean},
                                                          {"var", Role::kInput, &Args::var},
                                                          {"weight", Role::kInput, &Args::weight},
                                                          {"bias", Role::kInput, &Args::bias},
                                                          {"output", Role::kOutput, &Args::output}}};
constexpr Operator<Args> kQuantizedBatchNorm{"aclnnQuantizedBatchNorm", kArguments, kKernels};
constexpr std::array<DType, 3> kQuantizedDtypes{DType::kInt8, DType::kUint8, DType::kInt32};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};

struct Scalars {
  const aclScalar* inputScale;
  const aclScalar* inputZeroPoint;
  const aclScalar* outputScale;
  const aclScalar* outputZeroPoint;
};

void CheckZeroPoint(ArgumentChecks& check, const char* name, const aclScalar* zero,
                    const NamedTensor& input) {
  check.Require(
      name, "a whole number that the type of input has",
      [&] {
        const double number = ValueOf(*zero).As<double>();
        const Range range = RangeOf(input.tensor->dtype);
        return number == std::nearbyint(number) && number >= range.lowest && number <= range.highest;
      },
      [&] { return std::to_string(ValueOf(*zero).As<double>()); });
}

Status Bind(PhaseOneCall& call, const Tensors<6>& given, const Scalars& scalars, float epsilon) {
  const auto [input, mean, var, weight, bias, output] = Named(kQuantizedBatchNorm, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(mean).NotNull(var);
  check.NotNull("inputScale", scalars.inputScale).NotNull("inputZeroPoint", scalars.inputZeroPoint);
  check.NotNull("outputScale", scalars.outputScale).NotNull("outputZeroPoint", scalars.outputZeroPoint);
  check.NotNull(output).LiveOrNull(weight).LiveOrNull(bias);
  check.DtypeIn(input, kQuantizedDtypes).SameDtype(output, input);
  const std::array<NamedTensor, 4> channels{mean, var, weight, bias};
  for (const NamedTensor& channel : channels) {
    if (channel.tensor != nullptr) {
      check.DtypeIn(channel, kFloatAlone);
    }
  }
  CheckZeroPoint(check, "inputZeroPoint", scalars.inputZeroPoint, input);
  CheckZeroPoint(check, "outputZeroPoint", scalars.outputZeroPoint, input);
  check.ValidView(input).ValidOutputView(output).Rank(input, 4);
  for (const NamedTensor& channel : channels) {
    if (channel.tensor != nullptr && !check.Failed()) {
      check.ValidView(channel).Shape(channel, {input.tensor->viewDims[1]}, "[channels of input]");
    }
  }
  check.SameShape(output, input);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.inputScale = ValueOf(*scalars.inputScale).As<double>();
  args.inputZero = ValueOf(*scalars.inputZeroPoint).As<double>();
  args.outputScale = ValueOf(*scalars.outputScale).As<double>();
  args.outputZero = ValueOf(*scalars.outputZeroPoint).As<double>();
  args.epsilon = static_cast<double>(epsilon);
  return call.Bind(kQuantizedBatchNorm, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnQuantizedBatchNorm,
               (const aclTensor* input, const aclTensor* mean, const aclTensor* var,
                const aclScalar* inputScale, const aclScalar* inputZeroPoint, const aclScalar* outputScale,
                const aclScalar* outputZeroPoint, const aclTensor* weight, const aclTensor* bias,
                float epsilon, aclTensor* output),
               Bind(call, {input, mean, var, weight, bias, output},
                    {inputScale, inputZeroPoint, outputScale, outputZeroPoint}, epsilon))
