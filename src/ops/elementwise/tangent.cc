// SPDX-License-Identifier: Apache-2.0
//
// aclnnTan, aclnnTanh: of a complex number they are one function, turned.
#include <cmath>

#include "aclnnop/aclnn_tan.h"
#include "aclnnop/aclnn_tanh.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_trigonometric-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;
using DoubleAndComplex = FormatList<Float32, Float64, Complex64, Complex128>;

// tanh(x + iy) with t = tan(y), s = sinh(x), c = cosh(x): ((1 + t^2) c s + i t) / (1 + (1 + t^2) s^2), which
// cancels nothing. From 20 on tanh(x) is 1, and the imaginary part sin(2y) * 2 e^-2x.
template <typename Real>
HWY_INLINE ComplexNumber<Real> TanhOfComplex(Real x, Real y) {
  using Tag = hn::CappedTag<Real, 1>;
  const auto one = [](Lanes<Tag> lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  constexpr Real kEnd = 20;
  if (std::fabs(x) > kEnd) {
    const Real turn = std::isinf(y) ? 0 : one(Sin(Lanes<Tag>(y))) * one(Cos(Lanes<Tag>(y)));
    const Real small = one(Exp(Lanes<Tag>(-std::fabs(x))));
    return {std::copysign(Real{1}, x), 4 * turn * small * small};
  }
  const Real tangent = one(Tan(Lanes<Tag>(y)));
  const Real sine = one(Sinh(Lanes<Tag>(x)));
  const Real cosine = one(Cosh(Lanes<Tag>(x)));
  const Real slope = 1 + tangent * tangent;
  const Real divisor = 1 + slope * sine * sine;
  return {slope * cosine * sine / divisor, tangent / divisor};
}

// A real number's stays real.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Tanh(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  return self.imaginary == 0
             ? ComplexNumber<Real>{hn::GetLane(Tanh(Lanes<Tag>(self.real)).vector), self.imaginary}
             : TanhOfComplex(self.real, self.imaginary);
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Tan(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  if (self.imaginary == 0) {
    return {hn::GetLane(Tan(Lanes<Tag>(self.real)).vector), self.imaginary};
  }
  const ComplexNumber<Real> turned = TanhOfComplex(self.imaginary, self.real);
  return {turned.imaginary, turned.real};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_FUNCTION(Tan,  Tan(self),  DoubleAndComplex,  kPromotingDtypes)
OPENACLNN_FUNCTION(Tanh, Tanh(self), FormatsAndComplex, kPromotingDtypes)
// clang-format on
