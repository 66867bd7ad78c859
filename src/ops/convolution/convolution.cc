// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of convolutions.
#include "ops/convolution/convolution.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/product_checks.h"
#include "ops/common/promotion.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<ConvolutionArgs>, 4> kForwardArguments{{
    {"input", Role::kInput, &ConvolutionArgs::input},
    {"weight", Role::kInput, &ConvolutionArgs::weight},
    {"bias", Role::kInput, &ConvolutionArgs::bias},
    {"output", Role::kOutput, &ConvolutionArgs::output},
}};
constexpr std::array<const KernelEntry<ConvolutionArgs>*, 1> kForwardKernels{&kConvolutionCpu};
constexpr Operator<ConvolutionArgs> kConvolution{"aclnnConvolution", kForwardArguments, kForwardKernels};

using BackwardArgs = ConvolutionBackwardArgs;
constexpr std::array<TensorArgument<BackwardArgs>, 6> kBackwardArguments{{
    {"gradOutput", Role::kInput, &BackwardArgs::gradOutput},
    {"input", Role::kInput, &BackwardArgs::input},
    {"weight", Role::kInput, &BackwardArgs::weight},
    {"gradInput", Role::kOutput, &BackwardArgs::gradInput},
    {"gradWeight", Role::kOutput, &BackwardArgs::gradWeight},
    {"gradBias", Role::kOutput, &BackwardArgs::gradBias},
}};
constexpr std::array<const KernelEntry<BackwardArgs>*, 1> kBackwardKernels{&kConvolutionBackwardCpu};
constexpr Operator<BackwardArgs> kConvolutionBackward{"aclnnConvolutionBackward", kBackwardArguments,
                                                      kBackwardKernels};

constexpr size_t kMaskSize = 3;

// The attributes as they are given.
struct Given {
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  bool transposed;
  const aclIntArray* outputPadding;
  int64_t groups;
  int8_t cubeMathType;
};

// Of the forward operator, whatever the call's own names for them are.
struct Tensors {
  NamedTensor input;
  NamedTensor weight;
  NamedTensor output;
};

void CheckArrays(ArgumentChecks& check, const Given& given) {
  check.NotNull("stride", given.stride).NotNull("padding", given.padding).NotNull("dilation", given.dilation);
  check.NotNull("outputPadding", given.outputPadding);
}

std::string ValuesOf(const aclIntArray& array) {
  return ShapeText(array.values);
}

// One value for each spatial dim, each at least `lowest`.
void CheckValues(ArgumentChecks& check, const char* name, const aclIntArray& array, size_t spatial,
                 int64_t lowest) {
  constexpr int64_t kMost = int64_t{1} << 31;  // so that products with extents fit
  check.Require(
      name, "as many values as there are spatial dims", [&] { return array.values.size() == spatial; },
      [&] { return ValuesOf(array); });
  check.Require(
      name, lowest == 0 ? "values from 0 to 2^31" : "values from 1 to 2^31",
      [&] {
        return std::ranges::all_of(array.values,
                                   [&](int64_t value) { return value >= lowest && value <= kMost; });
      },
      [&] { return ValuesOf(array); });
}

// What is padded in front and behind of a dim: 2-D convolutions may say each.
struct Padding {
  int64_t front;
  int64_t behind;
};
Padding PaddingOf(const aclIntArray& array, size_t spatial, size_t dim) {
  if (array.values.size() == spatial) {
    return {array.values[dim], array.values[dim]};
  }
  return {array.values[2 * dim], array.values[2 * dim + 1]};
}

void CheckPadding(ArgumentChecks& check, const aclIntArray& padding, size_t spatial) {
  const bool each = spatial == 2 && padding.values.size() == 4;
  CheckValues(check, "padding", padding, each ? 4 : spatial, 0);
}

// The shape of the output; of tensors and attributes that were checked on their own.
Dims OutputShape(ArgumentChecks& check, const Tensors& tensors, const Given& given) {
  const auto& input = tensors.input.tensor->viewDims;
  const auto& weight = tensors.weight.tensor->viewDims;
  const size_t spatial = input.size() - 2;
  Dims shape{input[0], given.transposed ? weight[1] * given.groups : weight[0]};
  for (size_t d = 0; d < spatial; ++d) {
    const auto [front, behind] = PaddingOf(*given.padding, spatial, d);
    const int64_t stride = given.stride->values[d];
    const int64_t reach = given.dilation->values[d] * (weight[d + 2] - 1) + 1;
    if (given.transposed) {
      shape.push_back((input[d + 2] - 1) * stride - front - behind + reach + given.outputPadding->values[d]);
    } else {
      const int64_t room = input[d + 2] + front + behind - reach;
      shape.push_back(room < -stride ? -1 : room < 0 ? 0 : room / stride + 1);
    }
  }
  // Only of an input without elements is there nothing to compute.
  const bool empty = std::find(input.begin() + 2, input.end(), 0) != input.end();
  check.Require(
      tensors.input.name,
      empty ? "spatial extents that give an output of at least 0"
            : "spatial extents that give an output of at least 1",
      [&] {
        return std::all_of(shape.begin() + 2, shape.end(),
                           [&](int64_t dim) { return dim >= (empty ? 0 : 1); });
      },
      [&] { return ShapeText(input) + " for a weight of " + ShapeText(weight); });
  return shape;
}

void CheckChannels(ArgumentChecks& check, const Tensors& tensors, const Given& given) {
  const auto& input = tensors.input.tensor->viewDims;
  const auto& weight = tensors.weight.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.InRange("groups", given.groups, 1, kMost, "from 1 to 2^31");
  const auto text = [&] {
    return ShapeText(weight) + " for an input of " + ShapeText(input) + " in " +
           std::to_string(given.groups) + " groups";
  };
  check.Require(
      tensors.weight.name, "spatial extents from 1 to 2^31 behind the channels",
      [&] {
        return std::all_of(weight.begin() + 2, weight.end(),
                           [](int64_t dim) { return dim >= 1 && dim <= kMost; });
      },
      text);
  check.Require(
      tensors.input.name, "spatial extents up to 2^31",
      [&] { return std::all_of(input.begin() + 2, input.end(), [](int64_t dim) { return dim <= kMost; }); },
      [&] { return ShapeText(input); });
  check.Require(
      tensors.weight.name,
      given.transposed ? "[channels of the input, channels of the output / groups, ...]"
                       : "[channels of the output, channels of the input / groups, ...]",
      [&] {
        return given.transposed ? weight[0] == input[1] && weight[0] % given.groups == 0 && weight[1] <= kMost
                                : input[1] % given.groups == 0 && weight[1] == input[1] / given.groups &&
                                      weight[0] % given.groups == 0;
      },
      text);
}

// Ranks, attributes, and that the shapes fit together.
std::optional<ConvolutionAttributes> CheckGeometry(ArgumentChecks& check, const Tensors& tensors,
                                                   const Given& given) {
  const size_t rank = tensors.input.tensor->viewDims.size();
  check.Require(
      tensors.input.name, "3, 4 or 5 dims", [&] { return rank >= 3 && rank <= 5; },
      [&] { return ShapeText(tensors.input.tensor->viewDims); });
  check.Rank(tensors.weight, rank).Rank(tensors.output, rank);
  if (check.Failed()) {
    return std::nullopt;
  }
  const size_t spatial = rank - 2;
  CheckValues(check, "stride", *given.stride, spatial, 1);
  CheckPadding(check, *given.padding, spatial);
  CheckValues(check, "dilation", *given.dilation, spatial, 1);
  if (given.transposed) {
    CheckValues(check, "outputPadding", *given.outputPadding, spatial, 0);
    check.Require(
        "outputPadding", "values below stride or dilation",
        [&] {
          for (size_t d = 0; d < spatial; ++d) {
            if (given.outputPadding->values[d] >=
                std::max(given.stride->values[d], given.dilation->values[d])) {
              return false;
            }
          }
          return true;
        },
        [&] { return ValuesOf(*given.outputPadding); });
  }
  CheckChannels(check, tensors, given);
  if (check.Failed()) {
    return std::nullopt;
  }
  check.Shape(tensors.output, OutputShape(check, tensors, given), "of the output");
  CheckCubeMathType(check, given.cubeMathType);
  ConvolutionAttributes attributes;
  attributes.groups = given.groups;
  attributes.transposed = given.transposed;
  for (size_t d = 0; d < spatial; ++d) {
    const size_t at = kMostSpatial - spatial + d;
    attributes.stride[at] = given.stride->values[d];
    attributes.padding[at] = PaddingOf(*given.padding, spatial, d).front;
    attributes.dilation[at] = given.dilation->values[d];
  }
  return attributes;
}

Status BindForward(PhaseOneCall& call, const Tensors& tensors, const NamedTensor& bias, const Given& given) {
  ArgumentChecks check;
  check.NotNull(tensors.input).NotNull(tensors.weight).LiveOrNull(bias);
  CheckArrays(check, given);
  check.NotNull(tensors.output);
  if (check.Failed()) {
    return check.Result();
  }
  for (const NamedTensor& tensor : {tensors.input, tensors.weight, bias, tensors.output}) {
    if (tensor.tensor != nullptr) {
      CheckProductDtype(check, tensor);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const DType promoted = *Promote(tensors.input.tensor->dtype, tensors.weight.tensor->dtype);
  CheckProductResult(check, tensors.output, promoted);
  if (bias.tensor != nullptr) {
    CheckProductResult(check, bias, promoted);
    check.ValidView(bias);
  }
  check.ValidView(tensors.input).ValidView(tensors.weight).ValidOutputView(tensors.output);
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<ConvolutionAttributes> attributes = CheckGeometry(check, tensors, given);
  if (!check.Failed() && bias.tensor != nullptr) {
    check.Shape(bias, {tensors.output.tensor->viewDims[1]}, "[channels of the output]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  ConvolutionArgs args;
  args.attributes = *attributes;
  return call.Bind(kConvolution, args,
                   {tensors.input.tensor, tensors.weight.tensor, bias.tensor, tensors.output.tensor});
}

// An output is null where the mask does not ask for it: then nothing of it is looked at.
using Gradients = std::array<NamedTensor, kMaskSize>;

Status BindBackward(PhaseOneCall& call, const Tensors& tensors, const aclIntArray* biasSizes,
                    const Given& given, const aclBoolArray* mask, const Gradients& all) {
  Gradients gradients = all;
  ArgumentChecks check;
  check.NotNull(tensors.output).NotNull(tensors.input).NotNull(tensors.weight);
  check.LiveOrNull("biasSizes", biasSizes);
  CheckArrays(check, given);
  check.NotNull("outputMask", mask).MaskSize("outputMask", mask, kMaskSize);
  for (size_t i = 0; i < kMaskSize && !check.Failed(); ++i) {
    if (mask->values[i] != 0) {
      check.NotNull(gradients[i]);
    } else {
      gradients[i].tensor = nullptr;
    }
  }
  for (const NamedTensor& tensor :
       {tensors.output, tensors.input, tensors.weight, gradients[0], gradients[1], gradients[2]}) {
    if (!check.Failed() && tensor.tensor != nullptr) {
      CheckProductDtype(check, tensor);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const DType promoted = *Promote(*Promote(tensors.input.tensor->dtype, tensors.weight.tensor->dtype),
                                  tensors.output.tensor->dtype);
  for (const NamedTensor& gradient : gradients) {
    if (gradient.tensor != nullptr) {
      CheckProductResult(check, gradient, promoted);
    }
  }
  check.ValidView(tensors.output).ValidView(tensors.input).ValidView(tensors.weight);
  for (const NamedTensor& gradient : gradients) {
    if (gradient.tensor != nullptr) {
      check.ValidOutputView(gradient);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<ConvolutionAttributes> attributes = CheckGeometry(check, tensors, given);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t channels = tensors.output.tensor->viewDims[1];
  if (gradients[0].tensor != nullptr) {
    check.SameShape(gradients[0], tensors.input);
  }
  if (gradients[1].tensor != nullptr) {
    check.SameShape(gradients[1], tensors.weight);
  }
  if (gradients[2].tensor != nullptr) {
    check.Shape(gradients[2], {channels}, "[channels of the output]");
    check.Require(
        "biasSizes", "none, or [channels of the output]",
        [&] {
          return biasSizes == nullptr || biasSizes->values.empty() ||
                 biasSizes->values == std::vector<int64_t>{channels};
        },
        [&] { return ValuesOf(*biasSizes); });
  }
  if (check.Failed()) {
    return check.Result();
  }
  BackwardArgs args;
  args.attributes = *attributes;
  // One that is not asked for keeps its number, by which its address is set.
  const auto asked = [&](size_t i) { return TensorOfCall(all[i].tensor, gradients[i].tensor != nullptr); };
  return call.Bind(
      kConvolutionBackward, args,
      {tensors.output.tensor, tensors.input.tensor, tensors.weight.tensor, asked(0), asked(1), asked(2)});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnConvolution,
               (const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                const aclIntArray* stride, const aclIntArray* padding, const aclIntArray* dilation,
                bool transposed, const aclIntArray* outputPadding, const int64_t groups, aclTensor* output,
                int8_t cubeMathType),
               BindForward(call, {{"input", input}, {"weight", weight}, {"output", output}}, {"bias", bias},
                           {stride, padding, dilation, transposed, outputPadding, groups, cubeMathType}))

OPENACLNN_CALL(aclnnConvolutionBackward,
               (const aclTensor* gradOutput, const aclTensor* input, const aclTensor* weight,
                const aclIntArray* biasSizes, const aclIntArray* stride, const aclIntArray* padding,
                const aclIntArray* dilation, bool transposed, const aclIntArray* outputPadding, int groups,
                const aclBoolArray* outputMask, int8_t cubeMathType, aclTensor* gradInput,
                aclTensor* gradWeight, aclTensor* gradBias),
               BindBackward(call, {{"input", input}, {"weight", weight}, {"gradOutput", gradOutput}},
                            biasSizes,
                            {stride, padding, dilation, transposed, outputPadding, groups, cubeMathType},
                            outputMask,
                            {{{"gradInput", gradInput}, {"gradWeight", gradWeight}, {"gradBias", gradBias}}}))
