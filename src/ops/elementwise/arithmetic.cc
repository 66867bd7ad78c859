// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "ops/common/elementwise.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/arithmetic.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace arithmetic {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int8, Int16, Int32, Int64, Uint8, Bool,
                           Complex64, Complex128>;

struct Add {
  template <class T>
  static HWY_INLINE T Compute(T self, T other, T alpha) {
    return MulAdd(alpha, other, self);
  }
};

struct Mul {
  template <class T>
  static HWY_INLINE T Compute(T self, T other) {
    return self * other;
  }
};

}  // namespace arithmetic

ElementwiseLoop FindAdd(DType dtype) {
  return FindLoop<arithmetic::Add, 2, 1>(arithmetic::Formats(), dtype);
}
ElementwiseLoop FindAdds(DType dtype) {
  return FindLoop<arithmetic::Add, 1, 2>(arithmetic::Formats(), dtype);
}
ElementwiseLoop FindMul(DType dtype) {
  return FindLoop<arithmetic::Mul, 2, 0>(arithmetic::Formats(), dtype);
}
ElementwiseLoop FindMuls(DType dtype) {
  return FindLoop<arithmetic::Mul, 1, 1>(arithmetic::Formats(), dtype);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindAdd);
HWY_EXPORT(FindAdds);
HWY_EXPORT(FindMul);
HWY_EXPORT(FindMuls);

constexpr std::array<DType, 12> kDtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble, DType::kInt8,      DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kUint8,    DType::kBool,   DType::kComplex64, DType::kComplex128};

constexpr auto kTensors = BinaryArguments("self", "other", "out");
constexpr auto kTensorsInplace = BinaryArguments("selfRef", "other", "selfRef");
constexpr auto kTensor = UnaryArguments("self", "out");
constexpr auto kTensorInplace = UnaryArguments("selfRef", "selfRef");

ElementwiseLoop AddLoop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindAdd)(dtype);
}
ElementwiseLoop AddsLoop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindAdds)(dtype);
}
ElementwiseLoop MulLoop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindMul)(dtype);
}
ElementwiseLoop MulsLoop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindMuls)(dtype);
}

constexpr ElementwiseOperator kAdd{{"aclnnAdd", kTensors, kElementwiseKernels}, AddLoop, kDtypes};
constexpr ElementwiseOperator kInplaceAdd{
    {"aclnnInplaceAdd", kTensorsInplace, kElementwiseKernels}, AddLoop, kDtypes};
constexpr ElementwiseOperator kAdds{{"aclnnAdds", kTensor, kElementwiseKernels}, AddsLoop, kDtypes};
constexpr ElementwiseOperator kInplaceAdds{
    {"aclnnInplaceAdds", kTensorInplace, kElementwiseKernels}, AddsLoop, kDtypes};
constexpr ElementwiseOperator kMul{{"aclnnMul", kTensors, kElementwiseKernels}, MulLoop, kDtypes};
constexpr ElementwiseOperator kInplaceMul{
    {"aclnnInplaceMul", kTensorsInplace, kElementwiseKernels}, MulLoop, kDtypes};
constexpr ElementwiseOperator kMuls{{"aclnnMuls", kTensor, kElementwiseKernels}, MulsLoop, kDtypes};
constexpr ElementwiseOperator kInplaceMuls{
    {"aclnnInplaceMuls", kTensorInplace, kElementwiseKernels}, MulsLoop, kDtypes};

ScalarOperand Alpha(const aclScalar* alpha) {
  return {{"alpha", alpha}, ScalarRole::kFactor};
}
ScalarOperand Other(const aclScalar* other) {
  return {{"other", other}, ScalarRole::kOperand};
}

}  // namespace
}  // namespace openaclnn

using openaclnn::Alpha;
using openaclnn::Other;
using openaclnn::PhaseOneOf;

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor* self, const aclTensor* other, const aclScalar* alpha,
                                     aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kAdd, {self, other}, {Alpha(alpha)}, out, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnAdd)

aclnnStatus aclnnInplaceAddGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                            const aclScalar* alpha, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kInplaceAdd, {selfRef, other}, {Alpha(alpha)}, selfRef,
                    workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnInplaceAdd)

aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, const aclScalar* alpha,
                                      aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kAdds, {self}, {Other(other), Alpha(alpha)}, out, workspaceSize,
                    executor);
}

OPENACLNN_PHASE_TWO(aclnnAdds)

aclnnStatus aclnnInplaceAddsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                             const aclScalar* alpha, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kInplaceAdds, {selfRef}, {Other(other), Alpha(alpha)}, selfRef,
                    workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnInplaceAdds)

aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor* self, const aclTensor* other, aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kMul, {self, other}, {}, out, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnMul)

aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kInplaceMul, {selfRef, other}, {}, selfRef, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnInplaceMul)

aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kMuls, {self}, {Other(other)}, out, workspaceSize, executor);
}

OPENACLNN_PHASE_TWO(aclnnMuls)

aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOneOf(__func__, openaclnn::kInplaceMuls, {selfRef}, {Other(other)}, selfRef, workspaceSize,
                    executor);
}

OPENACLNN_PHASE_TWO(aclnnInplaceMuls)
#endif  // HWY_ONCE
