// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
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

constexpr auto kGradientOfSelf = BinaryArguments("gradOutput", "self", "gradInput");
constexpr auto kGradientOfOutput = BinaryArguments("gradOutput", "output", "gradInput");

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
