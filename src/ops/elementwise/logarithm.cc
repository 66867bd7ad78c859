// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atanh.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"
#include "base/complex_magnitude.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_logarithm-inl.h"
#include "simd/math_trigonometric-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using FormatsAndComplex = FormatList<Float32, Float16, Bfloat16, Float64, Complex64, Complex128>;

// log(|z|) + i arg(z). Next to a magnitude of 1 the logarithm of its square comes from what that is beside 1,
// since the root would be rounded to 1.
template <typename Real>
HWY_INLINE ComplexNumber<Real> Log(ComplexNumber<Real> self) {
  using Tag = hn::CappedTag<Real, 1>;
  const auto one = [](Lanes<Tag> lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  const Real larger = std::max(std::fabs(self.real), std::fabs(self.imaginary));
  const Real smaller = std::min(std::fabs(self.real), std::fabs(self.imaginary));
  const Real angle = one(Atan2(Lanes<Tag>(self.imaginary), Lanes<Tag>(self.real)));
  if (larger > Real{0.5} && larger < 2) {
    const Real beyond = (larger - 1) * (larger + 1) + smaller * smaller;
    return {one(Log1p(Lanes<Tag>(beyond))) / 2, angle};
  }
  return {one(Log(Lanes<Tag>(Magnitude(self)))), angle};
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> LogToBase(ComplexNumber<Real> self, double perLog) {
  const ComplexNumber<Real> natural = Log(self);
  return {natural.real * static_cast<Real>(perLog), natural.imaginary * static_cast<Real>(perLog)};
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Log2(ComplexNumber<Real> self) {
  return LogToBase(self, std::numbers::log2e);
}
template <typename Real>
HWY_INLINE ComplexNumber<Real> Log10(ComplexNumber<Real> self) {
  return LogToBase(self, std::numbers::log10e);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_FUNCTION(Log,   Log(self),   FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Log2,  Log2(self),  FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Log10, Log10(self), FormatsAndComplex,     kPromotingDtypes)
OPENACLNN_FUNCTION(Log1p, Log1p(self), FloatFormatsAndDouble, kRealDtypes)
OPENACLNN_FUNCTION(Asinh, Asinh(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Acosh, Acosh(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Atanh, Atanh(self), FloatAndDouble,        kRealDtypes)
// clang-format on
