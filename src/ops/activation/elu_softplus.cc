// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace softplus {

template <class T>
HWY_INLINE auto Softplus(T self, T beta, T threshold) {
  const T scaled = self * beta;
  const T above = Larger(scaled, Constant<T>(0));
  const T smooth = (above + Log1p(Exp(-Absolute(scaled)))) / beta;
  return Choose(scaled > threshold, self, smooth);
}
template <class T>
HWY_INLINE auto SoftplusGradient(T gradOutput, T self, T beta, T threshold) {
  const T scaled = self * beta;
  return Choose(scaled > threshold, gradOutput, gradOutput * Sigmoid(scaled));
}
template <class T>
HWY_INLINE auto EluGradient(T gradOutput, T self, T alpha, T scale, T inputScale) {
  const T slope = inputScale * (alpha * scale) * Exp(self * inputScale);
  return gradOutput * Choose(self > Constant<T>(0), scale, slope);
}
template <class T>
HWY_INLINE auto EluGradientOfResult(T gradOutput, T result, T alpha, T scale, T inputScale) {
  const T slope = inputScale * MulAdd(alpha, scale, result);
  return gradOutput * Choose(result > Constant<T>(0), scale, slope);
}

// Of integers the whole part of what is computed in FLOAT.
struct TruncatedInt32 {
  static constexpr DType kDtype = DType::kInt32;
  using Element = int32_t;
  using Compute = float;

  template <class D>
  static hn::Vec<D> Load(D tag, const int32_t* from) {
    return hn::ConvertTo(tag, hn::LoadU(hn::RebindToSigned<D>(), from));
  }
  template <class D>
  static void Store(D /*tag*/, hn::Vec<D> value, int32_t* to) {
    const hn::RebindToSigned<D> whole;
    hn::StoreU(hn::ConvertTo(whole, value), whole, to);
  }
};
using FloatsAndTruncated = FormatList<Float32, Float64, TruncatedInt32>;

// Klambauer et al., "Self-normalizing neural networks", 2017.
constexpr double kSeluAlpha = 1.6732632423543772;
constexpr double kSeluScale = 1.0507009873554805;

template <class T>
HWY_INLINE auto Selu(T self) {
  const T below = Expm1(self) * Constant<T>(kSeluAlpha * kSeluScale);
  return Choose(self > Constant<T>(0), self * Constant<T>(kSeluScale), below);
}
template <class T>
HWY_INLINE auto SeluGradient(T gradOutput, T result) {
  const T scale = Constant<T>(kSeluScale);
  const T below = result + Constant<T>(kSeluAlpha * kSeluScale);
  return gradOutput * Choose(result > Constant<T>(0), scale, below);
}
}  // namespace softplus

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_LOOP(Softplus, (T self, T beta, T threshold), softplus::Softplus(self, beta, threshold), 1, 2, FloatFormatsAndDouble)
OPENACLNN_LOOP(SoftplusGradient, (T gradOutput, T self, T beta, T threshold), softplus::SoftplusGradient(gradOutput, self, beta, threshold), 2, 2, FloatAndDouble)
OPENACLNN_LOOP(Elu, (T self, T alpha, T scale, T inputScale), Choose(self > Constant<T>(0), self * scale, Expm1(self * inputScale) * (alpha * scale)), 1, 3, FloatAndDouble)
OPENACLNN_LOOP(Selu, (T self), softplus::Selu(self), 1, 0, softplus::FloatsAndTruncated)
OPENACLNN_LOOP(SeluGradient, (T gradOutput, T result), softplus::SeluGradient(gradOutput, result), 2, 0, softplus::FloatsAndTruncated)
OPENACLNN_LOOP(Celu, (T self, T alpha), Choose(self > Constant<T>(0), self, Expm1(self / alpha) * alpha), 1, 1, FloatAndDouble)
OPENACLNN_LOOP(EluGradient, (T gradOutput, T self, T alpha, T scale, T inputScale), softplus::EluGradient(gradOutput, self, alpha, scale, inputScale), 2, 3, FloatAndDouble)
OPENACLNN_LOOP(EluGradientOfResult, (T gradOutput, T result, T alpha, T scale, T inputScale), softplus::EluGradientOfResult(gradOutput, result, alpha, scale, inputScale), 2, 3, FloatAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kGradient = BinaryArguments("gradOutput", "self", "gradInput");
constexpr auto kGradientOfEither = BinaryArguments("gradOutput", "selfOrResult", "gradInput");

constexpr auto kGradientOfResult = BinaryArguments("gradOutput", "result", "gradInput");
constexpr std::array<DType, 6> kSeluDtypes{DType::kFloat,  DType::kFloat16, DType::kBfloat16,
                                           DType::kDouble, DType::kInt32,   DType::kInt8};

constexpr ElementwiseOperator kCelu = ElementwiseRow("aclnnCelu", kSelf, LoopCelu, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kInplaceCelu =
    ElementwiseRow("aclnnInplaceCelu", kSelfRef, LoopCelu, kFloatingDtypes);
constexpr ElementwiseOperator kEluBackward =
    ElementwiseRow("aclnnEluBackward", kGradientOfEither, LoopEluGradient, kFloatingDtypes);
constexpr ElementwiseOperator kEluBackwardOfResult =
    ElementwiseRow("aclnnEluBackward", kGradientOfEither, LoopEluGradientOfResult, kFloatingDtypes);

// What is no number is refused later.
double NumberOf(const aclScalar* scalar) {
  return ClassOf(scalar->dtype) == DTypeClass::kOther ? 1 : ValueOf(*scalar).As<double>();
}

void CheckNotZero(ArgumentChecks& check, const char* name, const aclScalar* scalar) {
  check.Require(
      name, "not 0", [&] { return NumberOf(scalar) != 0; }, [] { return "0"; });
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnSoftplus,
                      (const aclTensor* self, const aclScalar* beta, const aclScalar* threshold,
                       aclTensor* out),
                      (kSelf, LoopSoftplus, kFloatingDtypes, kOneType), {self},
                      {ParameterScalar("beta", beta), ParameterScalar("threshold", threshold)}, out)
OPENACLNN_ELEMENTWISE(aclnnSoftplusBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* beta,
                       const aclScalar* threshold, aclTensor* gradInput),
                      (kGradient, LoopSoftplusGradient, kRealDtypes, kFloatingResult), {gradOutput, self},
                      {ParameterScalar("beta", beta), ParameterScalar("threshold", threshold)}, gradInput)

OPENACLNN_ELEMENTWISE(aclnnElu,
                      (const aclTensor* self, const aclScalar* alpha, const aclScalar* scale,
                       const aclScalar* inputScale, aclTensor* out),
                      (kSelf, LoopElu, kFloatingDtypes, kOneType), {self},
                      {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                       ParameterScalar("inputScale", inputScale)},
                      out)
OPENACLNN_ELEMENTWISE(aclnnInplaceElu,
                      (aclTensor * selfRef, const aclScalar* alpha, const aclScalar* scale,
                       const aclScalar* inputScale),
                      (kSelfRef, LoopElu, kFloatingDtypes), {selfRef},
                      {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                       ParameterScalar("inputScale", inputScale)},
                      selfRef)

OPENACLNN_ELEMENTWISE(aclnnSelu, (const aclTensor* self, aclTensor* out),
                      (kSelf, LoopSelu, kSeluDtypes, kOneType), {self}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplaceSelu, (aclTensor * selfRef), (kSelfRef, LoopSelu, kSeluDtypes), {selfRef},
                      {}, selfRef)
OPENACLNN_ELEMENTWISE(aclnnSeluBackward,
                      (const aclTensor* gradOutput, const aclTensor* result, aclTensor* gradInput),
                      (kGradientOfResult, LoopSeluGradient, kSeluDtypes), {gradOutput, result}, {}, gradInput)

OPENACLNN_ENTRY(aclnnCelu, (const aclTensor* self, const aclScalar* alpha, aclTensor* out), {
  return PhaseOneOf(__func__, kCelu, {self}, {ParameterScalar("alpha", alpha)}, out, workspaceSize, executor,
                    [&](ArgumentChecks& check) { CheckNotZero(check, "alpha", alpha); });
})

OPENACLNN_ENTRY(aclnnInplaceCelu, (aclTensor * selfRef, const aclScalar* alpha), {
  return PhaseOneOf(__func__, kInplaceCelu, {selfRef}, {ParameterScalar("alpha", alpha)}, selfRef,
                    workspaceSize, executor,
                    [&](ArgumentChecks& check) { CheckNotZero(check, "alpha", alpha); });
})

OPENACLNN_ENTRY(aclnnEluBackward,
                (const aclTensor* gradOutput, const aclScalar* alpha, const aclScalar* scale,
                 const aclScalar* inputScale, bool isResult, const aclTensor* selfOrResult,
                 aclTensor* gradInput),
                {
                  return PhaseOneOf(__func__, isResult ? kEluBackwardOfResult : kEluBackward,
                                    {gradOutput, selfOrResult},
                                    {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                                     ParameterScalar("inputScale", inputScale)},
                                    gradInput, workspaceSize, executor, [&](ArgumentChecks& check) {
                                      check.Require(
                                          "alpha", "not negative where isResult is set",
                                          [&] { return !isResult || !(NumberOf(alpha) < 0); },
                                          [&] { return std::to_string(NumberOf(alpha)); });
                                    });
                })
#endif  // HWY_ONCE
