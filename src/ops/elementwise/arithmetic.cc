// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_add_relu.h"
#include "aclnnop/aclnn_add_v3.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_square.h"
#include "aclnnop/aclnn_sub.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Formats = FormatList<Float32, Float16, Bfloat16, Float64, Int8, Int16, Int32, Int64, Uint8, Bool,
                           Complex64, Complex128>;
// Smaller integers are left to INT32; BOOL, too, where operands that differ leave something.
using Differences = FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64, Complex64, Complex128>;

template <class T>
HWY_INLINE T AddRelu(T self, T other, T alpha) {
  const T sum = MulAdd(alpha, other, self);
  return Choose(sum <= Constant<T>(0), Constant<T>(0), sum);
}

template <>
inline constexpr bool kHasRepeatedLoop<struct AddExpression> = true;
template <>
inline constexpr bool kHasRepeatedLoop<struct SubExpression> = true;
template <>
inline constexpr bool kHasRepeatedLoop<struct MulExpression> = true;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// Numbers that are added are rounded to the promoted type, as PyTorch does: the difference of 0.54 in FLOAT16
// and the number 0.54 is 0. Factors of products are not.
constexpr ElementwiseRules kRoundedNumbers{.roundsNumbers = true};

constexpr auto kOther = UnaryArguments("other", "out");
constexpr auto kOtherInPlace = UnaryArguments("other", "other");

ScalarOperand Alpha(const aclScalar* alpha) {
  return FactorScalar("alpha", alpha);
}
ScalarOperand Other(const aclScalar* other) {
  return OperandScalar("other", other);
}

}  // namespace
}  // namespace openaclnn
#endif

// Sums and differences have a factor, too: of two tensors (name), and of a tensor and a number (name##s).
#define OPENACLNN_SUM(name, result, Formats)                                                                \
  OPENACLNN_LOOP(name, (T self, T other, T alpha), result, 2, 1, Formats)                                   \
  OPENACLNN_LOOP(name##s, (T self, T other, T alpha), result, 1, 2, Formats)                                \
  OPENACLNN_ELEMENTWISE(                                                                                    \
      aclnn##name, (const aclTensor* self, const aclTensor* other, const aclScalar* alpha, aclTensor* out), \
      (kSelfAndOther, Loop##name, kPromotingDtypes, kRoundedNumbers), {self, other}, {Alpha(alpha)}, out)   \
  OPENACLNN_ELEMENTWISE(                                                                                    \
      aclnn##name##s,                                                                                       \
      (const aclTensor* self, const aclScalar* other, const aclScalar* alpha, aclTensor* out),              \
      (kSelf, Loop##name##s, kPromotingDtypes, kRoundedNumbers), {self}, {Other(other), Alpha(alpha)}, out)
#define OPENACLNN_SUM_AND_INPLACE(name, result, Formats)                                                     \
  OPENACLNN_SUM(name, result, Formats)                                                                       \
  OPENACLNN_ELEMENTWISE(aclnnInplace##name,                                                                  \
                        (aclTensor * selfRef, const aclTensor* other, const aclScalar* alpha),               \
                        (kSelfRefAndOther, Loop##name, kPromotingDtypes, kRoundedNumbers), {selfRef, other}, \
                        {Alpha(alpha)}, selfRef)                                                             \
  OPENACLNN_ELEMENTWISE(aclnnInplace##name##s,                                                               \
                        (aclTensor * selfRef, const aclScalar* other, const aclScalar* alpha),               \
                        (kSelfRef, Loop##name##s, kPromotingDtypes, kRoundedNumbers), {selfRef},             \
                        {Other(other), Alpha(alpha)}, selfRef)

// clang-format off
OPENACLNN_SUM_AND_INPLACE(Add, MulAdd(alpha, other, self), Formats)
OPENACLNN_SUM_AND_INPLACE(Sub, MulAdd(-alpha, other, self), Differences)
OPENACLNN_SUM(Rsub, MulAdd(-alpha, self, other), Differences)
OPENACLNN_LOOP(AddV3, (T other, T self, T alpha), MulAdd(alpha, other, self), 1, 2, Formats)
OPENACLNN_LOOP(AddRelu, (T self, T other, T alpha), AddRelu(self, other, alpha), 2, 1, RealFormats)
OPENACLNN_UNARY(Square, self * self, RealFormats, kRealDtypesButBool, kOneType)
OPENACLNN_BINARY_AND_INPLACE(Mul, self * other, Formats, kPromotingDtypes)
OPENACLNN_WITH_SCALAR_AND_INPLACE(Muls, self * other, Formats, kPromotingDtypes)
// clang-format on
OPENACLNN_ELEMENTWISE(aclnnAddRelu,
                      (const aclTensor* self, const aclTensor* other, const aclScalar* alpha, aclTensor* out),
                      (kSelfAndOther, LoopAddRelu, kRealDtypesButBool, kRoundedNumbers), {self, other},
                      {Alpha(alpha)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddRelu,
                      (aclTensor * selfRef, const aclTensor* other, const aclScalar* alpha),
                      (kSelfRefAndOther, LoopAddRelu, kRealDtypesButBool, kRoundedNumbers), {selfRef, other},
                      {Alpha(alpha)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnAddV3,
                      (const aclScalar* self, const aclTensor* other, const aclScalar* alpha, aclTensor* out),
                      (kOther, LoopAddV3, kPromotingDtypes, kRoundedNumbers), {other},
                      {OperandScalar("self", self), Alpha(alpha)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddV3, (const aclScalar* selfRef, aclTensor* other, const aclScalar* alpha),
                      (kOtherInPlace, LoopAddV3, kPromotingDtypes, kRoundedNumbers), {other},
                      {OperandScalar("selfRef", selfRef), Alpha(alpha)}, other)
