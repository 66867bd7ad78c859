// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_trigonometric-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;

// sin(x) cosh(y) + i cos(x) sinh(y), and cos(x) cosh(y) - i sin(x) sinh(y). A real number's stays real.
template <typename Real>
struct Circular {
  using Tag = hn::CappedTag<Real, 1>;

  HWY_INLINE explicit Circular(ComplexNumber<Real> number)
      : sine(hn::GetLane(Sin(Lanes<Tag>(number.real)).vector)),
        cosine(hn::GetLane(Cos(Lanes<Tag>(number.real)).vector)),
        hyperbolicSine(hn::GetLane(Sinh(Lanes<Tag>(number.imaginary)).vector)),
        hyperbolicCosine(hn::GetLane(Cosh(Lanes<Tag>(number.imaginary)).vector)) {}

  Real sine;
  Real cosine;
  Real hyperbolicSine;
  Real hyperbolicCosine;
};
template <typename Real>
HWY_INLINE ComplexNumber<Real> Sin(ComplexNumber<Real> self) {
  const Circular<Real> of(self);
  if (self.imaginary == 0) {
    return {of.sine, self.imaginary * of.cosine};
  }
  return {of.sine * of.hyperbolicCosine, of.cosine * of.hyperbolicSine};
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Cos(ComplexNumber<Real> self) {
  const Circular<Real> of(self);
  if (self.imaginary == 0) {
    return {of.cosine, -self.imaginary * of.sine};
  }
  return {of.cosine * of.hyperbolicCosine, -of.sine * of.hyperbolicSine};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_FUNCTION(Sin,  Sin(self),  FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Cos,  Cos(self),  FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Asin, Asin(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Acos, Acos(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Atan, Atan(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_BINARY_AND_INPLACE(Atan2, Atan2(self, other), FloatAndDouble, kRealDtypes, kFloatingResult)
// clang-format on
