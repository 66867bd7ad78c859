// SPDX-License-Identifier: Apache-2.0
//
// Sums with scaled products and quotients, linear interpolation, and scaled masks.
#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_lerp_scalar.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_masked_scale.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"
#include "simd/remainder-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// Without a loop of their own for integers of 8 and 16 bits.
using Quotients = FormatList<Float32, Float16, Bfloat16, Float64, Int64>;

namespace blending {

template <class T>
HWY_INLINE T Quotient(T a, T b) {
  if constexpr (requires { typename T::Number; }) {
    return a / b;
  } else {
    return TruncatedDivision(a, b);
  }
}

// From the nearer end, so that weight 1 gives `end`.
template <class T>
HWY_INLINE auto Lerp(T self, T end, T weight) {
  const T near = MulAdd(weight, end - self, self);
  const T one = Constant<T>(1);
  return Choose(Absolute(weight) < Constant<T>(0.5), near, MulAdd(weight - one, end - self, end));
}

}  // namespace blending

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_LOOP(Addcmul, (T self, T tensor1, T tensor2, T value), MulAdd(value * tensor1, tensor2, self), 3, 1, RealFormats)
OPENACLNN_LOOP(Addcdiv, (T self, T tensor1, T tensor2, T value), MulAdd(value, blending::Quotient(tensor1, tensor2), self), 3, 1, Quotients)
OPENACLNN_LOOP(Lerp, (T self, T end, T weight), blending::Lerp(self, end, weight), 3, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(Lerps, (T self, T end, T weight), blending::Lerp(self, end, weight), 2, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(MaskedScale, (T self, T mask, T scale), self * mask * scale, 2, 1, FloatFormatsAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kFactors = TernaryArguments("self", "tensor1", "tensor2", "out");
constexpr auto kFactorsInplace = TernaryArguments("selfRef", "tensor1", "tensor2", "selfRef");
constexpr auto kEnds = BinaryArguments("self", "end", "out");
constexpr auto kEndsInplace = BinaryArguments("selfRef", "end", "selfRef");
constexpr auto kWeights = TernaryArguments("self", "end", "weight", "out");
constexpr auto kWeightsInplace = TernaryArguments("selfRef", "end", "weight", "selfRef");

constexpr auto kMask = BinaryArguments("self", "mask", "out");
// What masks hold, self among it.
constexpr std::array<DType, 7> kMaskDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,
                                           DType::kInt8,  DType::kUint8,   DType::kBool};

constexpr std::array<DType, 5> kQuotientDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                               DType::kDouble, DType::kInt64};

ScalarOperand Value(const aclScalar* value) {
  return FactorScalar("value", value);
}
ScalarOperand Weight(const aclScalar* weight) {
  return ParameterScalar("weight", weight);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnAddcmul,
                      (const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value, aclTensor* out),
                      (kFactors, LoopAddcmul, kRealDtypesButBool), {self, tensor1, tensor2}, {Value(value)},
                      out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddcmul,
                      (aclTensor * selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value),
                      (kFactorsInplace, LoopAddcmul, kRealDtypesButBool), {selfRef, tensor1, tensor2},
                      {Value(value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnAddcdiv,
                      (const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value, aclTensor* out),
                      (kFactors, LoopAddcdiv, kQuotientDtypes), {self, tensor1, tensor2}, {Value(value)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceAddcdiv,
                      (aclTensor * selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
                       const aclScalar* value),
                      (kFactorsInplace, LoopAddcdiv, kQuotientDtypes), {selfRef, tensor1, tensor2},
                      {Value(value)}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnLerp,
                      (const aclTensor* self, const aclTensor* end, const aclTensor* weight, aclTensor* out),
                      (kWeights, LoopLerp, kFloatingDtypes, kOneType), {self, end, weight}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLerp, (aclTensor * selfRef, const aclTensor* end, const aclTensor* weight),
                      (kWeightsInplace, LoopLerp, kFloatingDtypes, kOneType), {selfRef, end, weight}, {},
                      selfRef)
OPENACLNN_ELEMENTWISE(aclnnLerps,
                      (const aclTensor* self, const aclTensor* end, const aclScalar* weight, aclTensor* out),
                      (kEnds, LoopLerps, kFloatingDtypes, kOneType), {self, end}, {Weight(weight)}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceLerps, (aclTensor * selfRef, const aclTensor* end, const aclScalar* weight),
                      (kEndsInplace, LoopLerps, kFloatingDtypes, kOneType), {selfRef, end}, {Weight(weight)},
                      selfRef)

OPENACLNN_ENTRY(aclnnMaskedScale, (const aclTensor* self, const aclTensor* mask, float scale, aclTensor* out),
                {
                  static constexpr ElementwiseOperator kRow =
                      ElementwiseRow("aclnnMaskedScale", kMask, LoopMaskedScale, kMaskDtypes);
                  const auto floating = [&](ArgumentChecks& check) {
                    check.DtypeIn({"self", self}, kFloatingDtypes).DtypeIn({"out", out}, kFloatingDtypes);
                  };
                  return PhaseOneOf(__func__, kRow, {self, mask}, {GivenNumber(ScalarOf(double{scale}))}, out,
                                    workspaceSize, executor, floating);
                })
#endif  // HWY_ONCE
