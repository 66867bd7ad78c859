// SPDX-License-Identifier: Apache-2.0
//
// Convolutions and biases of images, and their gradients.
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/borders.h"
#include "api/acl_op_compiler/channels.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

struct ConvolutionPlan {
  Border border;                 // what is added to the input before
  std::vector<int64_t> padding;  // what the operator adds
};

ConvolutionPlan PlanOf(const Call& call, size_t rank) {
  const size_t spatialDims = rank - 2;
  Border border = BorderOf(call.Integers("pads"), spatialDims);
  if (border.IsEven()) {
    return {BorderOf({}, spatialDims), border.before};
  }
  return {std::move(border), std::vector<int64_t>(spatialDims, 0)};
}

aclTensor* PaddedInput(Call& call, size_t input, const Border& border) {
  return Padded(call, call.Input(input), call.InputDims(input), call.InputDtype(input), border, 0);
}

aclIntArray* NoOutputPadding(Call& call, size_t rank) {
  return call.Array(std::vector<int64_t>(rank - 2, 0));
}

template <size_t rank>
void Convolve(Call& call) {
  if (!ExpectImages(call, 0, rank)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call, rank);
  call.Do<OPENACLNN_PHASES(Convolution)>(
      PaddedInput(call, 0, plan.border), call.Input(1), call.Input(2),
      call.Array(SpatialOf(call.Integers("strides"))), call.Array(plan.padding),
      call.Array(SpatialOf(call.Integers("dilations"))), false, NoOutputPadding(call, rank),
      call.Integer("groups", 1), call.Output(0), kKeepDtype);
}

void ConvolveBackward(Call& call, size_t rank, const ConvolutionPlan& plan, aclTensor* gradient,
                      aclTensor* input, aclTensor* weight, aclTensor* inputGradient,
                      aclTensor* weightGradient) {
  aclBoolArray* const outputs = call.Mask({inputGradient != nullptr, weightGradient != nullptr, false});
  call.Do<OPENACLNN_PHASES(ConvolutionBackward)>(
      gradient, input, weight, static_cast<aclIntArray*>(nullptr),
      call.Array(SpatialOf(call.Integers("strides"))), call.Array(plan.padding),
      call.Array(SpatialOf(call.Integers("dilations"))), false, NoOutputPadding(call, rank),
      static_cast<int>(call.Integer("groups", 1)), outputs, kKeepDtype, inputGradient, weightGradient,
      static_cast<aclTensor*>(nullptr));
}

// The gradient of the input does not depend on the input: memory with its shape stands for it. Inputs:
// input_size, filter, out_backprop.
template <size_t rank>
void ConvolveBackwardInput(Call& call) {
  if (!ExpectImages(call, 1, rank)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call, rank);
  const std::vector<int64_t> padded = plan.border.Padded(call.OutputDims(0));
  aclTensor* const input = call.Temporary(padded, call.InputDtype(2));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(input);
  if (plan.border.IsEmpty()) {
    ConvolveBackward(call, rank, plan, call.Input(2), input, call.Input(1), call.Output(0), nullptr);
    return;
  }
  aclTensor* const gradient = call.Temporary(padded, call.OutputDtype(0));
  ConvolveBackward(call, rank, plan, call.Input(2), input, call.Input(1), gradient, nullptr);
  CopyWithoutBorder(call, gradient, plan.border);
}

// Inputs: x, filter_size, out_backprop.
template <size_t rank>
void ConvolveBackwardFilter(Call& call) {
  if (!ExpectImages(call, 0, rank)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call, rank);
  aclTensor* const weight = call.Temporary(call.OutputDims(0), call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(weight);
  ConvolveBackward(call, rank, plan, call.Input(2), PaddedInput(call, 0, plan.border), weight, nullptr,
                   call.Output(0));
}

void AddBias(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::vector<int64_t> bias = call.InputDims(1);
  if (bias.size() != 1) {
    call.Fail("bias: expected one dim");
    return;
  }
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(0), call.InputAs(1, PerChannel(dims.size(), bias.front())),
                                 call.Scalar(1.0), call.Output(0));
}

void SumToBias(Call& call) {
  call.Do<OPENACLNN_PHASES(ReduceSum)>(call.Input(0), call.Array(AllButChannels(call.InputDims(0).size())),
                                       false, call.OutputDtype(0), call.Output(0));
}

constexpr std::array kOperators{
    Operator{"BiasAdd", AddBias},
    Operator{"BiasAddGrad", SumToBias},
    Operator{"Conv2D", Convolve<4>},
    Operator{"Conv2DBackpropFilter", ConvolveBackwardFilter<4>},
    Operator{"Conv2DBackpropInput", ConvolveBackwardInput<4>},
    Operator{"Conv3D", Convolve<5>},
    Operator{"Conv3DBackpropFilter", ConvolveBackwardFilter<5>},
    Operator{"Conv3DBackpropInput", ConvolveBackwardInput<5>},
};

}  // namespace

std::span<const Operator> ConvolutionOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
