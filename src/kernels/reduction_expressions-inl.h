// SPDX-License-Identifier: Apache-2.0
//
// The expressions of reductions (kernels/reduction-inl.h) that several families have: sums, and extremes. For
// files that are compiled once for each instruction set; include after highway.h.
#include <cstdint>
#include <limits>
#include <type_traits>

#if defined(OPENACLNN_KERNELS_REDUCTION_EXPRESSIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_REDUCTION_EXPRESSIONS_INL
#undef OPENACLNN_KERNELS_REDUCTION_EXPRESSIONS_INL
#else
#define OPENACLNN_KERNELS_REDUCTION_EXPRESSIONS_INL
#endif

#include <hwy/highway.h>

#include "kernels/reduction-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct SumOfElements {
  static constexpr double kEmpty = 0;
  // Negative zero: a sum of nothing else stays one.
  template <class T>
  static HWY_INLINE T Neutral() {
    return T(static_cast<typename T::Number>(-0.0));
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane + x;
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a + b;
  }
};

// As ExtremeElement, where no element is NaN.
template <bool kLargest>
struct ExtremeNumber {
  template <class T>
  static HWY_INLINE T Neutral() {
    using Limits = std::numeric_limits<typename T::Number>;
    return T(kLargest ? -Limits::infinity() : Limits::infinity());
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return Join(lane, x);
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return T(kLargest ? hn::Max(a.vector, b.vector) : hn::Min(a.vector, b.vector));
  }
};

// The largest or the smallest element; NaN if there is one. Of truth values, which are any bytes: not zero if
// any is not, or if none is.
template <bool kLargest>
struct ExtremeElement {
  using OfNumbers = ExtremeNumber<kLargest>;
  // Of truth values: any of none is false, all of none is true.
  static constexpr int kEmpty = kLargest ? 0 : 1;
  template <class T>
  static HWY_INLINE T Neutral() {
    using Limits = std::numeric_limits<typename T::Number>;
    if constexpr (Limits::has_infinity) {
      return T(kLargest ? -Limits::infinity() : Limits::infinity());
    } else {
      return T(kLargest ? Limits::lowest() : Limits::max());
    }
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return Join(lane, x);
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    if constexpr (std::is_same_v<typename T::Number, uint8_t>) {
      return T(kLargest ? hn::Max(a.vector, b.vector) : hn::Min(a.vector, b.vector));
    } else {
      return kLargest ? Larger(a, b) : Smaller(a, b);
    }
  }
};

inline double MeanOfSum(double sum, const ReductionNumbers& numbers) {
  return sum / numbers.count;
}

// A truth value that was found among bytes that are not zero.
inline uint8_t TruthOf(uint8_t value, const ReductionNumbers& /*numbers*/) {
  return value == 0 ? 0 : 1;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_REDUCTION_EXPRESSIONS_INL
