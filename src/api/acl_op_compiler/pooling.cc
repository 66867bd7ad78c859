// SPDX-License-Identifier: Apache-2.0
//
// The greatest elements and the means of windows over images, and their gradients.
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/borders.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

struct PoolingPlan {
  std::vector<int64_t> window;
  std::vector<int64_t> steps;
  Border border;
};

// Over images with these dims.
PoolingPlan PoolingOf(const Call& call, const std::vector<int64_t>& dims) {
  PoolingPlan plan{SpatialOf(call.Integers("ksize")), SpatialOf(call.Integers("strides")), BorderOf({}, 2)};
  if (call.Text("padding", "VALID") == "SAME") {
    plan.border = SameBorder(dims, plan.window, plan.steps);
  }
  return plan;
}

// With a border that is less than any element.
aclTensor* PaddedInput(Call& call, const PoolingPlan& plan) {
  return Padded(call, call.Input(0), call.InputDims(0), call.InputDtype(0), plan.border,
                -std::numeric_limits<double>::infinity());
}

// The greatest element of each window, from an input that has its border already; and where it was.
aclTensor* PoolWithPositions(Call& call, const PoolingPlan& plan, aclTensor* input, aclTensor* out,
                             const std::vector<int64_t>& dims) {
  aclTensor* const positions = call.Temporary(dims, ACL_INT32);
  call.Do<OPENACLNN_PHASES(MaxPool2dWithIndices)>(input, call.Array(plan.window), call.Array(plan.steps),
                                                  call.Array({0, 0}), call.Array({1, 1}), false, out,
                                                  positions);
  return positions;
}

void MaxPool(Call& call) {
  if (ExpectImages(call, 0)) {
    const PoolingPlan plan = PoolingOf(call, call.InputDims(0));
    PoolWithPositions(call, plan, PaddedInput(call, plan), call.Output(0), call.OutputDims(0));
  }
}

// Inputs: x, y, dy.
void MaxPoolGradient(Call& call) {
  if (!ExpectImages(call, 0)) {
    return;
  }
  const PoolingPlan plan = PoolingOf(call, call.InputDims(0));
  const std::vector<int64_t> pooled = call.InputDims(2);
  aclTensor* const input = PaddedInput(call, plan);
  aclTensor* const positions =
      PoolWithPositions(call, plan, input, call.Temporary(pooled, call.InputDtype(2)), pooled);
  const bool whole = plan.border.IsEmpty();
  aclTensor* const gradient =
      whole ? call.Output(0) : call.Temporary(plan.border.Padded(call.OutputDims(0)), call.OutputDtype(0));
  call.Do<OPENACLNN_PHASES(MaxPool2dWithIndicesBackward)>(
      call.Input(2), input, positions, call.Array(plan.window), call.Array(plan.steps), call.Array({0, 0}),
      call.Array({1, 1}), false, gradient);
  if (!whole) {
    CopyWithoutBorder(call, gradient, plan.border);
  }
}

// Sums of windows, instead of means, have this divisor.
constexpr int64_t kSum = 1;

// How many elements of the images each window has: what lies in the border is no part of its mean.
aclTensor* WindowSizes(Call& call, const PoolingPlan& plan, std::vector<int64_t> dims,
                       std::vector<int64_t> pooled, aclDataType dtype) {
  dims[0] = dims[1] = pooled[0] = pooled[1] = 1;
  aclTensor* const ones = call.Temporary(dims, dtype);
  aclTensor* const sizes = call.Temporary(pooled, dtype);
  call.Do<OPENACLNN_PHASES(InplaceOne)>(ones);
  call.Do<OPENACLNN_PHASES(AvgPool2d)>(Padded(call, ones, dims, dtype, plan.border, 0),
                                       call.Array(plan.window), call.Array(plan.steps), call.Array({0, 0}),
                                       false, true, kSum, kKeepDtype, sizes);
  return sizes;
}

void AveragePool(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  if (!ExpectImages(call, 0)) {
    return;
  }
  const PoolingPlan plan = PoolingOf(call, dims);
  if (plan.border.IsEven()) {
    call.Do<OPENACLNN_PHASES(AvgPool2d)>(call.Input(0), call.Array(plan.window), call.Array(plan.steps),
                                         call.Array(plan.border.before), false, false, int64_t{0}, kKeepDtype,
                                         call.Output(0));
    return;
  }
  call.Do<OPENACLNN_PHASES(AvgPool2d)>(Padded(call, call.Input(0), dims, call.InputDtype(0), plan.border, 0),
                                       call.Array(plan.window), call.Array(plan.steps), call.Array({0, 0}),
                                       false, true, kSum, kKeepDtype, call.Output(0));
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(
      call.Output(0), WindowSizes(call, plan, dims, call.OutputDims(0), call.OutputDtype(0)));
}

// Inputs: orig_input_shape, dy.
void AveragePoolGradient(Call& call) {
  if (!ExpectImages(call, 1)) {
    return;
  }
  const std::vector<int64_t> dims = call.OutputDims(0);
  const PoolingPlan plan = PoolingOf(call, dims);
  const auto backward = [&](aclTensor* gradient, const std::vector<int64_t>& in,
                            const std::vector<int64_t>& padding, int64_t divisor, aclTensor* out) {
    aclTensor* const shape = call.Temporary(in, call.OutputDtype(0));  // nothing but its shape counts
    call.Do<OPENACLNN_PHASES(InplaceZero)>(shape);
    call.Do<OPENACLNN_PHASES(AvgPool2dBackward)>(gradient, shape, call.Array(plan.window),
                                                 call.Array(plan.steps), call.Array(padding), false, false,
                                                 divisor, kKeepDtype, out);
  };
  if (plan.border.IsEven()) {
    backward(call.Input(1), dims, plan.border.before, 0, call.Output(0));
    return;
  }
  const std::vector<int64_t> padded = plan.border.Padded(dims);
  aclTensor* const shares = call.Temporary(call.InputDims(1), call.InputDtype(1));
  aclTensor* const gradient = call.Temporary(padded, call.OutputDtype(0));
  call.Do<OPENACLNN_PHASES(Div)>(
      call.Input(1), WindowSizes(call, plan, dims, call.InputDims(1), call.InputDtype(1)), shares);
  backward(shares, padded, {0, 0}, kSum, gradient);
  CopyWithoutBorder(call, gradient, plan.border);
}

// Windows over volumes, as lists of a number for each dim of them.
struct VolumePooling {
  aclIntArray* window;
  aclIntArray* steps;
  aclIntArray* padding;
  aclIntArray* dilation;
  bool ceiling;
};

VolumePooling VolumePoolingOf(Call& call) {
  return {call.Array(SpatialOf(call.Integers("ksize"))), call.Array(SpatialOf(call.Integers("strides"))),
          call.Array(call.Integers("pads")), call.Array(SpatialOf(call.Integers("dilation"))),
          call.Flag("ceil_mode", false)};
}

void MaxPoolOfVolumes(Call& call) {
  if (ExpectImages(call, 0, 5)) {
    const VolumePooling plan = VolumePoolingOf(call);
    call.Do<OPENACLNN_PHASES(MaxPool3dWithArgmax)>(call.Input(0), plan.window, plan.steps, plan.padding,
                                                   plan.dilation, plan.ceiling, call.Output(0),
                                                   call.Output(1));
  }
}

// Inputs: x, grads, argmax.
void MaxPoolOfVolumesGradient(Call& call) {
  if (ExpectImages(call, 0, 5)) {
    const VolumePooling plan = VolumePoolingOf(call);
    call.Do<OPENACLNN_PHASES(MaxPool3dWithArgmaxBackward)>(call.Input(1), call.Input(0), call.Input(2),
                                                           plan.window, plan.steps, plan.padding,
                                                           plan.dilation, plan.ceiling, call.Output(0));
  }
}

constexpr std::array kOperators{
    Operator{"AvgPool", AveragePool},
    Operator{"AvgPoolGrad", AveragePoolGradient},
    Operator{"CustMaxPool3DGradWithArgmax", MaxPoolOfVolumesGradient},
    Operator{"CustMaxPool3DWithArgmax", MaxPoolOfVolumes},
    Operator{"MaxPool", MaxPool},
    Operator{"MaxPoolGrad", MaxPoolGradient},
};

}  // namespace

std::span<const Operator> PoolingOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
