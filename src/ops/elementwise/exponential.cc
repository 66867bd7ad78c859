// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sinh.h"

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

// e^x (cos(y) + i sin(y)). A real number's stays real whatever e^x is, and 0 stays 0; where e^x alone is too
// large, it is multiplied in two steps.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Exp(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  const auto one = [](Lanes<Tag> lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  const Lanes<Tag> angle(self.imaginary);
  const Real size = one(Exp(Lanes<Tag>(self.real)));
  if (self.imaginary == 0) {
    return {size, self.imaginary};
  }
  if (size == 0) {
    return {0, 0};
  }
  const Real cosine = one(Cos(angle));
  const Real sine = one(Sin(angle));
  if (size <= std::numeric_limits<Real>::max()) {
    return {size * cosine, size * sine};
  }
  const Real root = one(Exp(Lanes<Tag>(self.real / 2)));
  return {root * cosine * root, root * sine * root};
}

// sinh(x) cos(y) + i cosh(x) sin(y), and cosh(x) cos(y) + i sinh(x) sin(y). A real number's stays real.
template <typename Real>
struct Hyperbolic {
  using Tag = hn::CappedTag<Real, 1>;

  HWY_INLINE explicit Hyperbolic(Real number)
      : sine(hn::GetLane(Sinh(Lanes<Tag>(number)).vector)),
        cosine(hn::GetLane(Cosh(Lanes<Tag>(number)).vector)) {}

  Real sine;
  Real cosine;
};
template <typename Real>
HWY_INLINE ComplexNumber<Real> Sinh(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  const Hyperbolic<Real> real(self.real);
  if (self.imaginary == 0) {
    return {real.sine, self.imaginary};
  }
  return {real.sine * hn::GetLane(Cos(Lanes<Tag>(self.imaginary)).vector),
          real.cosine * hn::GetLane(Sin(Lanes<Tag>(self.imaginary)).vector)};
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Cosh(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  const Hyperbolic<Real> real(self.real);
  if (self.imaginary == 0) {
    return {real.cosine, self.real * self.imaginary};
  }
  return {real.cosine * hn::GetLane(Cos(Lanes<Tag>(self.imaginary)).vector),
          real.sine * hn::GetLane(Sin(Lanes<Tag>(self.imaginary)).vector)};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_FUNCTION(Exp,     Exp(self),     FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Exp2,    Exp2(self),    FloatFormatsAndDouble, kRealDtypes)
OPENACLNN_FUNCTION(Expm1,   Expm1(self),   FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Sinh,    Sinh(self),    DoubleAndComplex,      kPromotingDtypes)
OPENACLNN_FUNCTION(Cosh,    Cosh(self),    DoubleAndComplex,      kPromotingDtypes)
OPENACLNN_FUNCTION(Sigmoid, Sigmoid(self), FloatFormatsAndDouble, kRealDtypes)
// clang-format on
