// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of convolutions.
#include "ops/convolution/convolution.h"

#include <array>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/product_checks.h"
#include "ops/common/promotion.h"
#include "ops/convolution/convolution_checks.h"

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

Status BindForward(PhaseOneCall& call, const ConvolutionTensors& tensors, const NamedTensor& bias,
                   const ConvolutionGiven& given) {
  ArgumentChecks check;
  check.NotNull(tensors.input).NotNull(tensors.weight).LiveOrNull(bias);
  CheckConvolutionArrays(check, given);
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
  const std::optional<ConvolutionAttributes> attributes = CheckConvolutionGeometry(check, tensors, given);
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

Status BindBackward(PhaseOneCall& call, const ConvolutionTensors& tensors, const aclIntArray* biasSizes,
                    const ConvolutionGiven& given, const aclBoolArray* mask, const Gradients& all) {
  Gradients gradients = all;
  ArgumentChecks check;
  check.NotNull(tensors.output).NotNull(tensors.input).NotNull(tensors.weight);
  check.LiveOrNull("biasSizes", biasSizes);
  CheckConvolutionArrays(check, given);
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
  const std::optional<ConvolutionAttributes> attributes = CheckConvolutionGeometry(check, tensors, given);
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
        [&] { return ShapeText(biasSizes->values); });
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
