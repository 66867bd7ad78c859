// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of two-dimensional maximum pooling.
#include "ops/pooling/max_pool2d.h"

#include <array>

#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/pooling/windows.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<MaxPool2dArgs>, 3> kForwardArguments{{
    {"self", Role::kInput, &MaxPool2dArgs::self},
    {"out", Role::kOutput, &MaxPool2dArgs::out},
    {"indices", Role::kOutput, &MaxPool2dArgs::indices},
}};
constexpr std::array<const KernelEntry<MaxPool2dArgs>*, 1> kForwardKernels{&kMaxPool2dCpu};
constexpr Operator<MaxPool2dArgs> kForward{"aclnnMaxPool2dWithIndices", kForwardArguments, kForwardKernels};

constexpr std::array<TensorArgument<MaxPool2dBackwardArgs>, 4> kBackwardArguments{{
    {"gradOutput", Role::kInput, &MaxPool2dBackwardArgs::gradOutput},
    {"self", Role::kInput, &MaxPool2dBackwardArgs::self},
    {"indices", Role::kInput, &MaxPool2dBackwardArgs::indices},
    {"gradInput", Role::kOutput, &MaxPool2dBackwardArgs::gradInput},
}};
constexpr std::array<const KernelEntry<MaxPool2dBackwardArgs>*, 1> kBackwardKernels{&kMaxPool2dBackwardCpu};
constexpr Operator<MaxPool2dBackwardArgs> kBackward{"aclnnMaxPool2dWithIndicesBackward", kBackwardArguments,
                                                    kBackwardKernels};

constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};

struct Given {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  bool ceilMode;
};

void CheckArrays(ArgumentChecks& check, const Given& given) {
  check.NotNull("kernelSize", given.kernelSize).NotNull("stride", given.stride);
  check.NotNull("padding", given.padding).NotNull("dilation", given.dilation);
}

PoolWindow CheckWindow(ArgumentChecks& check, const Given& given) {
  PoolWindow window;
  window.kernel = pooling::CheckPair(check, "kernelSize", *given.kernelSize, 1);
  window.stride = pooling::CheckPair(check, "stride", *given.stride, 1, window.kernel);
  window.padding = pooling::CheckPair(check, "padding", *given.padding, 0);
  window.dilation = pooling::CheckPair(check, "dilation", *given.dilation, 1);
  pooling::CheckPadding(check, "padding", *given.padding, *given.kernelSize, window);
  return window;
}

Status BindForward(PhaseOneCall& call, const NamedTensor& self, const Given& given, const NamedTensor& out,
                   const NamedTensor& indices) {
  ArgumentChecks check;
  check.NotNull(self);
  CheckArrays(check, given);
  check.NotNull(out).NotNull(indices);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self).DtypeIn(indices, kIndexDtypes);
  check.ValidView(self).ValidOutputView(out).ValidOutputView(indices);
  if (check.Failed()) {
    return check.Result();
  }
  MaxPool2dArgs args;
  args.window = CheckWindow(check, given);
  const Dims shape = pooling::CheckPooledShape(check, self, args.window, given.ceilMode);
  check.Shape(out, shape, "of the output").Shape(indices, shape, "of the output");
  return check.Failed() ? check.Result()
                        : call.Bind(kForward, args, {self.tensor, out.tensor, indices.tensor});
}

Status BindBackward(PhaseOneCall& call, const NamedTensor& gradOutput, const NamedTensor& self,
                    const NamedTensor& indices, const Given& given, const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(indices);
  CheckArrays(check, given);
  check.NotNull(gradInput);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(self, gradOutput).DtypeIn(indices, kIndexDtypes);
  check.SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidView(indices).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  const PoolWindow window = CheckWindow(check, given);
  const Dims shape = pooling::CheckPooledShape(check, self, window, given.ceilMode);
  check.Shape(gradOutput, shape, "of the output").Shape(indices, shape, "of the output");
  check.SameShape(gradInput, self);
  return check.Failed() ? check.Result()
                        : call.Bind(kBackward, MaxPool2dBackwardArgs(),
                                    {gradOutput.tensor, self.tensor, indices.tensor, gradInput.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMaxPool2dWithIndices,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
                const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
                aclTensor* indices),
               BindForward(call, {"self", self}, {kernelSize, stride, padding, dilation, ceilMode},
                           {"out", out}, {"indices", indices}))

OPENACLNN_CALL(aclnnMaxPool2dWithIndicesBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
                const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
                const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput),
               BindBackward(call, {"gradOutput", gradOutput}, {"self", self}, {"indices", indices},
                            {kernelSize, stride, padding, dilation, ceilMode}, {"gradInput", gradInput}))
