// SPDX-License-Identifier: Apache-2.0
//
// Convolutions under other names: aclnnConvDepthwise2d, whose groups are the channels, and aclnnConvTbc with its
// gradient, whose tensors the kernels see as [B, C, T].
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/product_checks.h"
#include "ops/convolution/convolution.h"

namespace openaclnn {
namespace {

using Args = ConvolutionArgs;
using BackwardArgs = ConvolutionBackwardArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kForwardKernels{&kConvolutionCpu};
constexpr std::array<const KernelEntry<BackwardArgs>*, 1> kBackwardKernels{&kConvolutionBackwardCpu};
constexpr std::array<TensorArgument<Args>, 4> ForwardArguments(const char* output) {
  return {{{"self", Role::kInput, &Args::input},
           {"weight", Role::kInput, &Args::weight},
           {"bias", Role::kInput, &Args::bias},
           {output, Role::kOutput, &Args::output}}};
}
constexpr auto kDepthwiseArguments = ForwardArguments("out");
constexpr auto kTbcArguments = ForwardArguments("output");
constexpr std::array<TensorArgument<BackwardArgs>, 7> kBackwardArguments{
    {{"self", Role::kInput, &BackwardArgs::gradOutput},
     {"input", Role::kInput, &BackwardArgs::input},
     {"weight", Role::kInput, &BackwardArgs::weight},
     {"bias", Role::kInput, &BackwardArgs::bias},
     {"gradInput", Role::kOutput, &BackwardArgs::gradInput},
     {"gradWeight", Role::kOutput, &BackwardArgs::gradWeight},
     {"gradBias", Role::kOutput, &BackwardArgs::gradBias}}};
constexpr Operator<Args> kDepthwise{"aclnnConvDepthwise2d", kDepthwiseArguments, kForwardKernels};
constexpr Operator<Args> kTbc{"aclnnConvTbc", kTbcArguments, kForwardKernels};
constexpr Operator<BackwardArgs> kTbcBackward{"aclnnConvTbcBackward", kBackwardArguments, kBackwardKernels};

constexpr std::span<const DType> kDtypes = std::span(kFloatingDtypes).first(3);
constexpr int64_t kMost = int64_t{1} << 31;  // so that products with sizes fit

void CheckSizes(ArgumentChecks& check, const NamedTensor& argument) {
  check.Require(
      argument.name, "sizes up to 2^31",
      [&] {
        return std::ranges::all_of(argument.tensor->viewDims, [](int64_t dim) { return dim <= kMost; });
      },
      [&] { return ShapeText(argument.tensor->viewDims); });
}

// ---- Of each channel

constexpr size_t kPlaneDims = 2;

struct Arrays {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
};

void CheckArray(ArgumentChecks& check, const char* name, const aclIntArray& array, int64_t lowest) {
  check.Require(
      name, lowest == 0 ? "2 numbers from 0 to 2^31" : "2 numbers from 1 to 2^31",
      [&] {
        return array.values.size() == kPlaneDims && std::ranges::all_of(array.values, [&](int64_t value) {
                 return value >= lowest && value <= kMost;
               });
      },
      [&] { return ShapeText(array.values); });
}

Status BindDepthwise(PhaseOneCall& call, const std::array<const aclTensor*, 4>& given, const Arrays& arrays,
                     int8_t cubeMathType) {
  const auto [self, weight, bias, out] = Named(kDepthwise, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(weight).NotNull("kernelSize", arrays.kernelSize).LiveOrNull(bias);
  check.NotNull("stride", arrays.stride).NotNull("padding", arrays.padding);
  check.NotNull("dilation", arrays.dilation).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(weight, self).SameDtype(out, self);
  check.ValidView(self).ValidView(weight).ValidOutputView(out);
  if (!check.Failed() && bias.tensor != nullptr) {
    check.DtypeIn(bias, kDtypes).ValidView(bias);
  }
  CheckCubeMathType(check, cubeMathType);
  check.Rank(self, 2 + kPlaneDims).Rank(weight, 2 + kPlaneDims);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& input = self.tensor->viewDims;
  const std::vector<int64_t>& kernel = weight.tensor->viewDims;
  CheckSizes(check, self);
  CheckSizes(check, weight);
  check.Require(
      weight.name, "[a multiple of the channels of self, 1, height, width], the last two above 0",
      [&] {
        return input[1] > 0 && kernel[0] > 0 && kernel[0] % input[1] == 0 && kernel[1] == 1 &&
               kernel[2] > 0 && kernel[3] > 0;
      },
      [&] { return ShapeText(kernel) + " for " + ShapeText(input); });
  CheckArray(check, "kernelSize", *arrays.kernelSize, 1);
  CheckArray(check, "stride", *arrays.stride, 1);
  CheckArray(check, "padding", *arrays.padding, 0);
  CheckArray(check, "dilation", *arrays.dilation, 1);
  if (check.Failed()) {
    return check.Result();
  }
  check.Require(
      "kernelSize", "height and width of weight",
      [&] {
        return arrays.kernelSize->values == std::vector{kernel[2], kernel[3]};
      },
      [&] { return ShapeText(arrays.kernelSize->values); });
  Args args;
  args.attributes.groups = input[1];
  Dims shape{input[0], kernel[0]};
  for (size_t d = 0; d < kPlaneDims; ++d) {
    const int64_t stride = arrays.stride->values[d];
    const int64_t padding = arrays.padding->values[d];
    const int64_t dilation = arrays.dilation->values[d];
    const int64_t room = input[2 + d] + 2 * padding - dilation * (kernel[2 + d] - 1) - 1;
    check.Require(
        self.name, "planes that a window fits into", [&] { return room >= 0; },
        [&] { return ShapeText(input) + " for a weight of " + ShapeText(kernel); });
    shape.push_back(check.Failed() ? 0 : room / stride + 1);
    const size_t at = kMostSpatial - kPlaneDims + d;
    args.attributes.stride[at] = stride;
    args.attributes.padding[at] = padding;
    args.attributes.dilation[at] = dilation;
  }
  check.Shape(out, shape, "of the windows");
  if (bias.tensor != nullptr) {
    check.Shape(bias, {kernel[0]}, "[channels of out]");
  }
  return check.Failed() ? check.Result() : call.Bind(kDepthwise, args, TensorsOf(given));
}

// ---- Of sequences

constexpr std::array<size_t, 3> kSequence{1, 2, 0};  // [T, B, C] as [B, C, T]
constexpr std::array<size_t, 3> kKernels{2, 1, 0};   // [K, in, out] as [out, in, K]

// Of 3 dims.
aclTensor Permuted(const aclTensor& tensor, const std::array<size_t, 3>& order) {
  aclTensor permuted = tensor;
  for (size_t d = 0; d < order.size(); ++d) {
    permuted.viewDims[d] = tensor.viewDims[order[d]];
    permuted.strides[d] = tensor.strides[order[d]];
  }
  return permuted;
}

// The tensors of the forward operator, whatever the call's own names for them are.
struct Sequences {
  NamedTensor input;
  NamedTensor weight;
  NamedTensor bias;
  NamedTensor output;
};

void CheckSequences(ArgumentChecks& check, const Sequences& all, int64_t pad, int8_t cubeMathType) {
  check.DtypeIn(all.input, kDtypes).SameDtype(all.weight, all.input).DtypeIn(all.bias, kDtypes);
  check.SameDtype(all.output, all.input);
  check.ValidView(all.input).ValidView(all.weight).ValidView(all.bias).ValidView(all.output);
  CheckCubeMathType(check, cubeMathType);
  check.InRange("pad", pad, 0, kMost, "from 0 to 2^31");
  check.Rank(all.input, 3).Rank(all.weight, 3);
  if (check.Failed()) {
    return;
  }
  CheckSizes(check, all.input);
  CheckSizes(check, all.weight);
  const std::vector<int64_t>& input = all.input.tensor->viewDims;
  const std::vector<int64_t>& weight = all.weight.tensor->viewDims;
  check.Require(
      all.weight.name, "[K, channels of the input, channels of the output], K and channels above 0",
      [&] { return weight[0] > 0 && weight[1] > 0 && weight[2] > 0 && weight[1] == input[2]; },
      [&] { return ShapeText(weight) + " for " + ShapeText(input); });
  if (check.Failed()) {
    return;
  }
  const int64_t length = input[0] + 2 * pad - weight[0] + 1;
  check.Require(
      all.input.name, "sequences that a window fits into", [&] { return length >= 1; },
      [&] { return ShapeText(input) + " for a weight of " + ShapeText(weight); });
  check.Shape(all.bias, {weight[2]}, "[channels of the output]");
  check.Shape(all.output, {length, input[1], weight[2]}, "[T + 2 * pad - K + 1, B, channels of the output]");
}

ConvolutionAttributes AttributesOf(int64_t pad) {
  ConvolutionAttributes attributes;
  attributes.padding[kMostSpatial - 1] = pad;
  return attributes;
}

Status BindTbc(PhaseOneCall& call, const std::array<const aclTensor*, 4>& given, int64_t pad,
               int8_t cubeMathType) {
  const auto [self, weight, bias, output] = Named(kTbc, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(weight).NotNull(bias).NotNull(output);
  CheckSequences(check, {self, weight, bias, output}, pad, cubeMathType);
  check.ValidOutputView(output);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.attributes = AttributesOf(pad);
  const aclTensor input = Permuted(*self.tensor, kSequence);
  const aclTensor kernels = Permuted(*weight.tensor, kKernels);
  const aclTensor result = Permuted(*output.tensor, kSequence);
  return call.Bind(kTbc, args,
                   {{self.tensor, input}, {weight.tensor, kernels}, bias.tensor, {output.tensor, result}});
}

Status BindTbcBackward(PhaseOneCall& call, const std::array<const aclTensor*, 7>& given, int64_t pad,
                       int8_t cubeMathType) {
  const auto [self, input, weight, bias, gradInput, gradWeight, gradBias] = Named(kTbcBackward, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(input).NotNull(weight).NotNull(bias);
  check.NotNull(gradInput).NotNull(gradWeight).NotNull(gradBias);
  CheckSequences(check, {input, weight, bias, self}, pad, cubeMathType);
  check.SameDtype(gradInput, input).SameDtype(gradWeight, input);
  if (!check.Failed()) {
    CheckProductResult(check, gradBias, self.tensor->dtype);
  }
  check.ValidOutputView(gradInput).ValidOutputView(gradWeight).ValidOutputView(gradBias);
  check.SameShape(gradInput, input).SameShape(gradWeight, weight).SameShape(gradBias, bias);
  if (check.Failed()) {
    return check.Result();
  }
  BackwardArgs args;
  args.attributes = AttributesOf(pad);
  const aclTensor seenSelf = Permuted(*self.tensor, kSequence);
  const aclTensor seenInput = Permuted(*input.tensor, kSequence);
  const aclTensor seenWeight = Permuted(*weight.tensor, kKernels);
  const aclTensor seenGradInput = Permuted(*gradInput.tensor, kSequence);
  const aclTensor seenGradWeight = Permuted(*gradWeight.tensor, kKernels);
  return call.Bind(kTbcBackward, args,
                   {{self.tensor, seenSelf},
                    {input.tensor, seenInput},
                    {weight.tensor, seenWeight},
                    bias.tensor,
                    {gradInput.tensor, seenGradInput},
                    {gradWeight.tensor, seenGradWeight},
                    gradBias.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnConvDepthwise2d,
               (const aclTensor* self, const aclTensor* weight, const aclIntArray* kernelSize,
                const aclTensor* bias, const aclIntArray* stride, const aclIntArray* padding,
                const aclIntArray* dilation, aclTensor* out, int8_t cubeMathType),
               BindDepthwise(call, {self, weight, bias, out}, {kernelSize, stride, padding, dilation},
                             cubeMathType))

OPENACLNN_CALL(aclnnConvTbc,
               (const aclTensor* self, const aclTensor* weight, const aclTensor* bias, int64_t pad,
                aclTensor* output, int8_t cubeMathType),
               BindTbc(call, {self, weight, bias, output}, pad, cubeMathType))

OPENACLNN_CALL(aclnnConvTbcBackward,
               (const aclTensor* self, const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                int64_t pad, int8_t cubeMathType, aclTensor* gradInput, aclTensor* gradWeight,
                aclTensor* gradBias),
               BindTbcBackward(call, {self, input, weight, bias, gradInput, gradWeight, gradBias}, pad,
                               cubeMathType))
