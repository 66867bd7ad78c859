// SPDX-License-Identifier: Apache-2.0
//
// aclnnIsClose: what is equal but for a tolerance.
#include <array>
#include <limits>

#include "aclnnop/aclnn_isclose.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/closeness.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace closeness {

struct Close {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other, T rtol, T atol, T equalNan) {
    const T infinity(std::numeric_limits<typename T::Number>::infinity());
    const T distance = Absolute(self - other);
    const auto near = (distance <= MulAdd(rtol, Absolute(other), atol)) & (distance < infinity);
    const auto finite = Absolute(other) < infinity;  // beside an infinity everything would be near
    const auto nan = (equalNan > Constant<T>(0)) & IsNan(self) & IsNan(other);
    return (self == other) | (near & finite) | nan;
  }
};

}  // namespace closeness

ElementwiseLoop FindCloseness(DType dtype) {
  return FindTruthLoop<closeness::Close, 2, 3>(FormatList<Float32, Float64>(), dtype);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindCloseness);

constexpr Operator<ElementwiseArgs> kIsClose{"aclnnIsClose", kSelfAndOther, kElementwiseKernels};

Status Check(const NamedTensor& self, const NamedTensor& other, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(other).NotNull(out);
  check.DtypeIn(self, kRealDtypes).DtypeIn(other, kRealDtypes).DtypeIn(out, kNumberDtypes);
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

aclnnStatus aclnnIsCloseGetWorkspaceSize(const aclTensor* self, const aclTensor* other, double rtol,
                                         double atol, bool equalNan, aclTensor* out, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    Status status = Check({"self", self}, {"other", other}, {"out", out});
    if (!status.IsOk()) {
      return status;
    }
    // Integers, too, are compared in float64.
    const bool single = ClassOf(self->dtype) == DTypeClass::kFloating && self->dtype != DType::kDouble;
    const DType computed = single ? DType::kFloat : DType::kDouble;
    ElementwiseArgs args;
    args.types = {computed, DType::kBool};
    args.scalars = {ScalarOf(rtol), ScalarOf(atol), ScalarOf(equalNan ? 1.0 : 0.0)};
    args.loop = HWY_DYNAMIC_DISPATCH(FindCloseness)(computed);
    return call.Bind(kIsClose, args, {self, other, out});
  });
}
OPENACLNN_PHASE_TWO(aclnnIsClose)
#endif  // HWY_ONCE
