// SPDX-License-Identifier: Apache-2.0
//
// aclnnIsClose: what is equal but for a tolerance.
#include <array>
#include <cmath>
#include <limits>

#include "aclnnop/aclnn_isclose.h"
#include "base/complex_magnitude.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace closeness {

template <class T>
HWY_INLINE auto Close(T self, T other, T rtol, T atol, T equalNan) {
  const T infinity(std::numeric_limits<typename T::Number>::infinity());
  const T distance = Absolute(self - other);
  const auto near = (distance <= MulAdd(rtol, Absolute(other), atol)) & (distance < infinity);
  const auto finite = Absolute(other) < infinity;  // beside an infinity everything would be near
  const auto nan = (equalNan > Constant<T>(0)) & IsNan(self) & IsNan(other);
  return (self == other) | (near & finite) | nan;
}

// By the distance in the plane.
template <typename Real>
HWY_INLINE Boolean Close(ComplexNumber<Real> self, ComplexNumber<Real> other, ComplexNumber<Real> rtol,
                         ComplexNumber<Real> atol, ComplexNumber<Real> equalNan) {
  const auto isNan = [](ComplexNumber<Real> x) { return std::isnan(x.real) || std::isnan(x.imaginary); };
  const Real distance = Magnitude(self - other);
  const bool near = distance <= std::fma(rtol.real, Magnitude(other), atol.real) && std::isfinite(distance);
  const bool equal = self.real == other.real && self.imaginary == other.imaginary;
  return {equal || near || (equalNan.real > 0 && isNan(self) && isNan(other))};
}

using Formats = FormatList<Float32, Float64, Complex64, Complex128>;

}  // namespace closeness

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

OPENACLNN_LOOP(IsClose, (T self, T other, T rtol, T atol, T equalNan),
               closeness::Close(self, other, rtol, atol, equalNan), 2, 3, closeness::Formats)

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr Operator<ElementwiseArgs> kIsClose{"aclnnIsClose", kSelfAndOther, kElementwiseKernels};

Status Check(const NamedTensor& self, const NamedTensor& other, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(other).NotNull(out);
  check.DtypeIn(self, kPromotingDtypes).DtypeIn(other, kPromotingDtypes).DtypeIn(out, kNumberDtypes);
  check.SameDtype(other, self);
  check.ValidView(self).ValidView(other).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<Dims> shape = BroadcastShape(self.tensor->viewDims, other.tensor->viewDims);
  check.Require(
      other.name, "a shape that broadcasts with the operands before it", [&] { return shape.has_value(); },
      [&] { return ShapeText(other.tensor->viewDims) + " against " + ShapeText(self.tensor->viewDims); });
  return check.Failed() ? check.Result()
                        : check.Shape(out, *shape, "of the operands broadcast together").Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnIsClose,
                (const aclTensor* self, const aclTensor* other, double rtol, double atol, bool equalNan,
                 aclTensor* out),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                    Status status = Check({"self", self}, {"other", other}, {"out", out});
                    if (!status.IsOk()) {
                      return status;
                    }
                    // Integers, too, are compared in float64.
                    const bool single =
                        ClassOf(self->dtype) == DTypeClass::kFloating && self->dtype != DType::kDouble;
                    const DType computed = ClassOf(self->dtype) == DTypeClass::kComplex ? self->dtype
                                           : single                                     ? DType::kFloat
                                                                                        : DType::kDouble;
                    ElementwiseArgs args;
                    args.types = {computed, DType::kBool};
                    args.scalars = {ScalarOf(rtol), ScalarOf(atol), ScalarOf(equalNan ? 1.0 : 0.0)};
                    args.loop = LoopIsClose(computed);
                    return call.Bind(kIsClose, args, {self, other, out});
                  });
                })
#endif  // HWY_ONCE
