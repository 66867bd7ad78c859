// SPDX-License-Identifier: Apache-2.0
//
// Norms: of order 0, 1, 2, both infinities, and any other.
#include <cmath>

#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_norm.h"
#include "base/complex_magnitude.h"
#include "kernels/reduction/block_reduction.h"
#include "ops/reduction/entries.h"
#include "ops/reduction/norms.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include <limits>

#include "kernels/reduction/lane_blocks-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindNorm, const LaneLoops&(double order, DType element));
OPENACLNN_PER_TARGET(PowerOfNumber, double(double number, double exponent));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace norms {

// Sums of something that is not negative.
struct Terms {
  static constexpr LaneJoin kJoin = LaneJoin::kSum;
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
  static constexpr bool kTakesParameter = true;
  static constexpr bool kLong = true;
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T order) {
    return lane + PowerOf(Absolute(x), order);
  }
};
template <bool kLargest>
struct ExtremeMagnitude {
  static constexpr LaneJoin kJoin = kLargest ? LaneJoin::kLargest : LaneJoin::kSmallest;
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

}  // namespace norms

const LaneLoops& FindNorm(double order, DType element) {
  if (order == 0) {
    return LaneLoopsOfFloats<norms::Nonzeros>(element);
  }
  if (order == 1) {
    return LaneLoopsOfFloats<norms::Magnitudes>(element);
  }
  if (order == 2) {
    return LaneLoopsOfFloats<norms::Squares>(element);
  }
  if (std::isinf(order)) {
    return order > 0 ? LaneLoopsOfFloats<norms::ExtremeMagnitude<true>>(element)
                     : LaneLoopsOfFloats<norms::ExtremeMagnitude<false>>(element);
  }
  return LaneLoopsOfFloats<norms::Powers>(element);
}

double PowerOfNumber(double number, double exponent) {
  using One = Lanes<hn::CappedTag<double, 1>>;
  return hn::GetLane(Pow(One(number), One(exponent)).vector);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

double Root(double sum, const ReductionNumbers& /*numbers*/) {
  return std::sqrt(sum);
}
double AnyRoot(double sum, const ReductionNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(PowerOfNumber)(sum, 1 / numbers.parameter);
}

// Of complex numbers, one after the other, in float64: sums of powers of their magnitudes, or the largest or
// the smallest one.
enum class MagnitudeJoin { kSum, kLargest, kSmallest };
template <MagnitudeJoin kJoin>
struct Magnitudes {
  using Element = ComplexNumber<double>;
  using Partial = double;

  static Partial OfNothing() { return 0; }
  static Partial Join(const Partial& a, const Partial& b) {
    if constexpr (kJoin == MagnitudeJoin::kSum) {
      return a + b;
    } else {
      const bool second = kJoin == MagnitudeJoin::kLargest ? b > a : b < a;
      return std::isnan(a) || !(second || std::isnan(b)) ? a : b;
    }
  }
  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    for (int64_t r = 0; r < rows; ++r) {
      const auto* const row = reinterpret_cast<const Element*>(data + r * stride);
      to[r] = Of(block, [&](int64_t i) { return row[i]; });
    }
  }
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = Of(block, [&](int64_t i) { return reinterpret_cast<const Element*>(data + i * stride)[c]; });
    }
  }

 private:
  static double TermOf(Element x, double order) {
    if (kJoin != MagnitudeJoin::kSum || order == 1) {
      return Magnitude(x);
    }
    if (order == 0) {
      return x.real == 0 && x.imaginary == 0 ? 0 : 1;
    }
    return order == 2 ? x.real * x.real + x.imaginary * x.imaginary
                      : HWY_DYNAMIC_DISPATCH(PowerOfNumber)(Magnitude(x), order);
  }
  template <class ElementOf>
  static Partial Of(const ReductionBlock& block, const ElementOf& element) {
    double all = TermOf(element(0), block.numbers.parameter);
    for (int64_t i = 1; i < block.elements; ++i) {
      all = Join(all, TermOf(element(i), block.numbers.parameter));
    }
    return all;
  }
};

ReductionLoops ComplexNormLoops(double order) {
  constexpr std::array<DType, kMostResults> kResults{DType::kDouble, DType::kUndefined};
  if (std::isinf(order)) {
    return order > 0 ? BlockLoopsOf<Magnitudes<MagnitudeJoin::kLargest>>(kResults, FinishPlainly<double>)
                     : BlockLoopsOf<Magnitudes<MagnitudeJoin::kSmallest>>(kResults, FinishPlainly<double>);
  }
  return BlockLoopsOf<Magnitudes<MagnitudeJoin::kSum>>(kResults, order == 0 || order == 1
                                                                     ? FinishPlainly<double>
                                                                 : order == 2 ? FinishEach<Root, double>
                                                                              : FinishEach<AnyRoot, double>);
}

}  // namespace

double PowerOf(double number, double exponent) {
  return HWY_DYNAMIC_DISPATCH(PowerOfNumber)(number, exponent);
}

ReductionLoops NormLoopsOf(double order, DType compute) {
  const bool sum = order == 0 || order == 1 || std::isinf(order);
  return LaneReduction(
      compute,
      sum          ? FinishPlainly<double>
      : order == 2 ? FinishEach<Root, double>
                   : FinishEach<AnyRoot, double>,
      [order](DType element) -> const LaneLoops& { return HWY_DYNAMIC_DISPATCH(FindNorm)(order, element); });
}

namespace {

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
  checked.CheckRealUnlessSelfIsComplex();
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
  if (checked.Failed()) {
    return checked.Result();
  }
  return ClassOf(self->dtype) == DTypeClass::kComplex
             ? checked.Bind(call, DType::kComplex128, ComplexNormLoops(value), value)
             : checked.Bind(call, cast, NormLoopsOf(value, ComputeTypeOf(cast)), value);
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
                    (kMeanDtypes, kMeanDtypes), self, (out),
                    DimsArgument::Optional("dims", dims).With("ord", ord), keepDims,
                    BindVectorNorm(call, checked, ord, dtype, self, out))
OPENACLNN_REDUCTION(aclnnNorm,
                    (const aclTensor* self, const aclScalar* pScalar, const aclIntArray* dim, bool keepdim,
                     aclTensor* out),
                    (kMeanDtypes, kMeanDtypes), self, (out),
                    DimsArgument::List("dim", dim).With("pScalar", pScalar), keepdim,
                    BindNorm(call, checked, "pScalar", pScalar, self, out))
#endif  // HWY_ONCE
