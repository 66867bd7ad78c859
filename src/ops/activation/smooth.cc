// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <limits>

#include "aclnnop/aclnn_fast_gelu.h"
#include "aclnnop/aclnn_fast_gelu_backward.h"
#include "aclnnop/aclnn_logit.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_swish.h"
#include "aclnnop/aclnn_swish_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace smooth {

// tanh(log(1 + e^x)) = ((1 + e^x)^2 - 1) / ((1 + e^x)^2 + 1); beyond the bound it is 1.
template <class T>
struct TanhOfSoftplus {
  HWY_INLINE explicit TanhOfSoftplus(T x)
      : bounded(Choose(x > Constant<T>(40), Constant<T>(40), x)),
        exponential(Exp(bounded)),
        numerator(exponential * (exponential + Constant<T>(2))),
        denominator(numerator + Constant<T>(2)) {}

  T bounded;
  T exponential;
  T numerator;
  T denominator;
};

template <class T>
HWY_INLINE auto SiluGradient(T gradOutput, T self) {
  const T sigmoid = Sigmoid(self);
  const T one = Constant<T>(1);
  return gradOutput * (sigmoid * MulAdd(self, one - sigmoid, one));
}
template <class T>
HWY_INLINE auto SwishGradient(T gradOutput, T self, T beta) {
  const T scaled = self * beta;
  const T sigmoid = Sigmoid(scaled);
  const T one = Constant<T>(1);
  return gradOutput * (sigmoid * MulAdd(scaled, one - sigmoid, one));
}
// log(x / (1 - x)); near 1/2 from the distance to it, which is exact.
template <class T>
HWY_INLINE auto Logit(T x) {
  const T one = Constant<T>(1);
  const T rest = one - x;
  return Choose(x < Constant<T>(0.25), Log(x / rest), Log1p(MulAdd(x, Constant<T>(2), -one) / rest));
}
template <class T>
HWY_INLINE auto ClampedLogit(T x, T eps) {
  const T highest = Constant<T>(1) - eps;
  return Logit(Choose(x < eps, eps, Choose(x > highest, highest, x)));
}
// Both zeros are the same bound: that of 0 (1 - 0) is +0.
template <class T>
HWY_INLINE auto LogitGradient(T x, T dy) {
  return dy / MulAdd(x, Constant<T>(1) - x, Constant<T>(0));
}
template <class T>
HWY_INLINE auto LogitGradientWithin(T x, T dy, T lowest, T outside) {
  const T inside = Choose(x > Constant<T>(1) - lowest, outside, LogitGradient(x, dy));
  return Choose(x < lowest, outside, inside);
}
template <class T>
HWY_INLINE auto Mish(T self) {
  const TanhOfSoftplus<T> tanh(self);
  return self * (tanh.numerator / tanh.denominator);
}
template <class T>
HWY_INLINE auto MishGradient(T gradOutput, T self) {
  const TanhOfSoftplus<T> tanh(self);
  const T value = tanh.numerator / tanh.denominator;
  const T one = Constant<T>(1);
  // The derivative of tanh, 1 - value^2, times that of softplus, the logistic function.
  const T product = Constant<T>(4) * (tanh.numerator + one) / (tanh.denominator * tanh.denominator);
  const T change = product * (tanh.exponential / (tanh.exponential + one));
  return gradOutput * MulAdd(tanh.bounded, change, value);
}

using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;

template <class T>
HWY_INLINE T SigmoidGradient(T gradOutput, T output) {
  return gradOutput * ((Constant<T>(1) - output) * output);
}
template <class T>
HWY_INLINE T TanhGradient(T gradOutput, T output) {
  return gradOutput * MulAdd(-output, output, Constant<T>(1));
}
// Gradients of complex numbers are multiplied by the conjugate of the derivative, as PyTorch defines them.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Conjugate(ComplexNumber<Real> x) {
  return {x.real, -x.imaginary};
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> SigmoidGradient(ComplexNumber<Real> gradOutput, ComplexNumber<Real> output) {
  return gradOutput * Conjugate((ComplexNumber<Real>{1, 0} - output) * output);
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> TanhGradient(ComplexNumber<Real> gradOutput, ComplexNumber<Real> output) {
  return gradOutput * Conjugate(ComplexNumber<Real>{1, 0} - output * output);
}
}  // namespace smooth

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr std::array<DType, 6> kFloatingAndComplex{DType::kFloat,  DType::kFloat16,   DType::kBfloat16,
                                                   DType::kDouble, DType::kComplex64, DType::kComplex128};

constexpr auto kInput = UnaryArguments("input", "out");
constexpr auto kLogitGradient = BinaryArguments("x", "dy", "dx");
constexpr auto kGradientOfSelf = BinaryArguments("gradOutput", "self", "gradInput");
constexpr auto kGradientOfOutput = BinaryArguments("gradOutput", "output", "gradInput");

// The factor of Swish: 1 unless given.
ScalarOperand Beta(const aclScalar* beta) {
  return beta == nullptr ? GivenNumber(ScalarOf(1.0)) : ParameterScalar("betaOptional", beta);
}
constexpr double kFastGeluBeta = 1.702;  // Hendrycks and Gimpel, "Gaussian error linear units", 2016

}  // namespace
}  // namespace openaclnn
#endif

// gradInput from gradOutput and a second tensor: the operator's input, or its output.
#define OPENACLNN_GRADIENT(name, second, names, result, Formats, dtypes)                              \
  OPENACLNN_LOOP(name, (T gradOutput, T second), result, 2, 0, Formats)                               \
  OPENACLNN_ELEMENTWISE(aclnn##name,                                                                  \
                        (const aclTensor* gradOutput, const aclTensor* second, aclTensor* gradInput), \
                        (names, Loop##name, dtypes), {gradOutput, second}, {}, gradInput)

// clang-format off
OPENACLNN_UNARY(Silu, self * Sigmoid(self), FloatFormatsAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_GRADIENT(SiluBackward, self, kGradientOfSelf, smooth::SiluGradient(gradOutput, self), FloatFormatsAndDouble, kFloatingDtypes)
OPENACLNN_LOOP(Swish, (T self, T beta), self * Sigmoid(self * beta), 1, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(SwishGradient, (T gradOutput, T self, T beta), smooth::SwishGradient(gradOutput, self, beta), 2, 1, FloatFormatsAndDouble)
OPENACLNN_LOOP(Logit, (T input), smooth::Logit(input), 1, 0, FloatAndDouble)
OPENACLNN_LOOP(ClampedLogit, (T input, T eps), smooth::ClampedLogit(input, eps), 1, 1, FloatAndDouble)
OPENACLNN_LOOP(LogitGrad, (T x, T dy, T lowest, T outside), smooth::LogitGradientWithin(x, dy, lowest, outside), 2, 2, FloatAndDouble)
OPENACLNN_UNARY_AND_INPLACE(Mish, smooth::Mish(self), FloatAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_GRADIENT(MishBackward, self, kGradientOfSelf, smooth::MishGradient(gradOutput, self), FloatAndDouble, kFloatingDtypes)
OPENACLNN_GRADIENT(SigmoidBackward, output, kGradientOfOutput, smooth::SigmoidGradient(gradOutput, output), smooth::FormatsAndComplex, kFloatingAndComplex)
OPENACLNN_GRADIENT(TanhBackward, output, kGradientOfOutput, smooth::TanhGradient(gradOutput, output), smooth::FormatsAndComplex, kFloatingAndComplex)

OPENACLNN_UNARY(LogSigmoid, Smaller(self, Constant<T>(0)) - Log1p(Exp(-Absolute(self))), FloatAndDouble, kFloatingDtypes, kOneType)
OPENACLNN_ELEMENTWISE(aclnnLogSigmoidForward, (const aclTensor* self, aclTensor* out, aclTensor* /*buffer*/),
                      (kSelf, LoopLogSigmoid, kFloatingDtypes, kOneType), {self}, {}, out)
OPENACLNN_LOOP(LogSigmoidBackward, (T gradOutput, T self), gradOutput * Sigmoid(-self), 2, 0, FloatAndDouble)
OPENACLNN_ELEMENTWISE(aclnnLogSigmoidBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* /*buffer*/,
                       aclTensor* gradInput),
                      (kGradientOfSelf, LoopLogSigmoidBackward, kFloatingDtypes), {gradOutput, self}, {}, gradInput)
// clang-format on
OPENACLNN_ELEMENTWISE(aclnnSwish, (const aclTensor* self, const aclScalar* betaOptional, aclTensor* out),
                      (kSelf, LoopSwish, kFloatingDtypes, kOneType), {self}, {Beta(betaOptional)}, out)
OPENACLNN_ELEMENTWISE(aclnnSwishBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* betaOptional,
                       aclTensor* gradInput),
                      (kGradientOfSelf, LoopSwishGradient, kFloatingDtypes), {gradOutput, self},
                      {Beta(betaOptional)}, gradInput)
OPENACLNN_ELEMENTWISE(aclnnFastGelu, (const aclTensor* self, aclTensor* out),
                      (kSelf, LoopSwish, kFloatingDtypes, kOneType), {self},
                      {GivenNumber(ScalarOf(kFastGeluBeta))}, out)
OPENACLNN_ELEMENTWISE(aclnnFastGeluBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* gradInput),
                      (kGradientOfSelf, LoopSwishGradient, kFloatingDtypes), {gradOutput, self},
                      {GivenNumber(ScalarOf(kFastGeluBeta))}, gradInput)
OPENACLNN_ONCE(OPENACLNN_ENTRY(aclnnLogit, (const aclTensor* input, double eps, aclTensor* out), {
  static constexpr ElementwiseOperator kRow =
      ElementwiseRow("aclnnLogit", kInput, LoopLogit, kRealDtypes, kFloatingResult);
  static constexpr ElementwiseOperator kClamped =
      ElementwiseRow("aclnnLogit", kInput, LoopClampedLogit, kRealDtypes, kFloatingResult);
  return eps < 0 ? PhaseOneOf(__func__, kRow, {input}, {}, out, workspaceSize, executor)
                 : PhaseOneOf(__func__, kClamped, {input}, {GivenNumber(ScalarOf(eps))}, out, workspaceSize,
                              executor);
}))
OPENACLNN_ELEMENTWISE(aclnnLogitGrad, (const aclTensor* x, const aclTensor* dy, double eps, aclTensor* dx),
                      (kLogitGradient, LoopLogitGrad, kFloatingDtypes, kOneType), {x, dy},
                      {GivenNumber(ScalarOf(eps < 0 ? 0.0 : eps)),
                       GivenNumber(ScalarOf(eps < 0 ? std::numeric_limits<double>::quiet_NaN() : 0.0))},
                      dx)
