// SPDX-License-Identifier: Apache-2.0
//
// Norms: of order 0, 1, 2, both infinities, and any other.
#include <cmath>

#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_norm.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/norms.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include <limits>

#include "kernels/reduction-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace norms {

// Sums of something that is not negative.
struct Terms {
  static constexpr double kEmpty = 0;
  template <class T>
  static HWY_INLINE T Neutral() {
    return Constant<T>(0);
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a + b;
  }
};
struct Nonzeros : Terms {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + Choose(x == Constant<T>(0), Constant<T>(0), Constant<T>(1));
  }
};
struct Magnitudes : Terms {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + Absolute(x);
  }
};
struct Squares : Terms {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return MulAdd(x, x, lane);
  }
};
// A function of its own: the loops of sums hold many of them, and a call is nothing beside it.
template <class T>
HWY_NOINLINE T PowerOf(T magnitude, T order) {
  return Pow(magnitude, order);
}
struct Powers : Terms {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T order) {
    return lane + PowerOf(Absolute(x), order);
  }
};
template <bool kLargest>
struct ExtremeMagnitude {
  static constexpr double kEmpty = 0;  // not asked for
  template <class T>
  static HWY_INLINE T Neutral() {
    return Constant<T>(kLargest ? 0 : std::numeric_limits<double>::infinity());
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return Join(lane, Absolute(x));
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return kLargest ? Larger(a, b) : Smaller(a, b);
  }
};

inline double Root(double sum, const ReductionNumbers& /*numbers*/) {
  return std::sqrt(sum);
}
inline double AnyRoot(double sum, const ReductionNumbers& numbers) {
  using One = Lanes<hn::CappedTag<double, 1>>;
  return hn::GetLane(Pow(One(sum), One(1 / numbers.parameter)).vector);
}

template <typename T>
ReductionLoops Find(double order) {
  if (order == 0) {
    return LoopsOf<Nonzeros, T>(FinishPlainly<double>);
  }
  if (order == 1) {
    return LoopsOf<Magnitudes, T>(FinishPlainly<double>);
  }
  if (order == 2) {
    return LoopsOf<Squares, T>(FinishEach<Root, double>);
  }
  if (std::isinf(order)) {
    return order > 0 ? LoopsOf<ExtremeMagnitude<true>, T>(FinishPlainly<double>)
                     : LoopsOf<ExtremeMagnitude<false>, T>(FinishPlainly<double>);
  }
  return LoopsOf<Powers, T>(FinishEach<AnyRoot, double>);
}

}  // namespace norms

ReductionLoops FindNormLoops(double order, DType compute) {
  return compute == DType::kDouble ? norms::Find<double>(order) : norms::Find<float>(order);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindNormLoops);

Status BindNorm(PhaseOneCall& call, ReductionCall& checked, const char* name, const aclScalar* order,
                const aclTensor* self, const aclTensor* out) {
  ArgumentChecks& checks = checked.Checks();
  checks.Require(
      name, "a real number",
      [&] {
        const DTypeClass kind = ClassOf(order->dtype);
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther;
      },
      [&] { return NameOf(order->dtype); });
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  // In DOUBLE where one of them is of it.
  const DType cast = self->dtype == DType::kDouble ? DType::kDouble : out->dtype;
  const auto value = ValueOf(*order).As<double>();
  checks.Require(
      name, "a number", [&] { return !std::isnan(value); }, [&] { return "NaN"; });
  checks.Require(
      "self", "elements along the reduced dimensions, as the norm of none is no number for this order",
      [&] { return (value >= 0 && !std::isinf(value)) || checked.Count() > 0 || NumElements(*out) == 0; },
      [&] { return ShapeText(self->viewDims); });
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, cast, HWY_DYNAMIC_DISPATCH(FindNormLoops)(value, ComputeTypeOf(cast)),
                            value);
}

Status BindVectorNorm(PhaseOneCall& call, ReductionCall& checked, const aclScalar* order,
                      const aclDataType& dtype, const aclTensor* self, const aclTensor* out) {
  checked.CheckDtype("dtype", dtype);
  checked.Checks().Require(
      "dtype", "FLOAT, DOUBLE, or the type of self",
      [&] {
        return out->dtype == DType::kFloat || out->dtype == DType::kDouble || out->dtype == self->dtype;
      },
      [&] { return std::string(NameOf(out->dtype)) + " for " + NameOf(self->dtype); });
  return BindNorm(call, checked, "ord", order, self, out);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnLinalgVectorNorm,
                    (const aclTensor* self, const aclScalar* ord, const aclIntArray* dims, bool keepDims,
                     aclDataType dtype, aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out),
                    DimsArgument::Optional("dims", dims).With("ord", ord), keepDims,
                    BindVectorNorm(call, checked, ord, dtype, self, out))
OPENACLNN_REDUCTION(aclnnNorm,
                    (const aclTensor* self, const aclScalar* pScalar, const aclIntArray* dim, bool keepdim,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes), self, (out),
                    DimsArgument::List("dim", dim).With("pScalar", pScalar), keepdim,
                    BindNorm(call, checked, "pScalar", pScalar, self, out))
#endif  // HWY_ONCE
