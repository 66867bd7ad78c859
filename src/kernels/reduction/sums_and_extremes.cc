// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/sums_and_extremes.h"

#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_expressions-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindSum, const LaneLoops&(DType element));
OPENACLNN_PER_TARGET(FindExtreme, const LaneLoops&(DType element, bool largest));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace sums_and_extremes {

template <bool kLargest>
struct Extreme {
  static constexpr LaneJoin kJoin = kLargest ? LaneJoin::kLargest : LaneJoin::kSmallest;
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
};

// Where no element is NaN.
template <bool kLargest>
struct ExtremeNumber : Extreme<kLargest> {
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return Join(lane, x);
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return T(kLargest ? hn::Max(a.vector, b.vector) : hn::Min(a.vector, b.vector));
  }
};

template <bool kLargest>
struct ExtremeElement : Extreme<kLargest> {
  using OfNumbers = ExtremeNumber<kLargest>;
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return Join(lane, x);
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    if constexpr (std::is_integral_v<typename T::Number>) {
      return ExtremeNumber<kLargest>::Join(a, b);
    } else {
      return kLargest ? Larger(a, b) : Smaller(a, b);
    }
  }
};

}  // namespace sums_and_extremes

template <bool kLargest>
inline constexpr bool kTakesElements<sums_and_extremes::ExtremeElement<kLargest>> = true;

namespace sums_and_extremes {

template <bool kLargest>
const LaneLoops& Find(DType element) {
  switch (element) {
    case DType::kInt32:
      return LaneLoopsOf<ExtremeElement<kLargest>, int32_t>();
    case DType::kInt64:
      return LaneLoopsOf<ExtremeElement<kLargest>, int64_t>();
    case DType::kBool:
      return LaneLoopsOf<ExtremeNumber<kLargest>, uint8_t>();
    default:
      return LaneLoopsOfFloats<ExtremeElement<kLargest>>(element);
  }
}

}  // namespace sums_and_extremes

const LaneLoops& FindSum(DType element) {
  return element == DType::kInt64 ? LaneLoopsOf<SumOfElements, int64_t>()
                                  : LaneLoopsOfFloats<SumOfElements>(element);
}

const LaneLoops& FindExtreme(DType element, bool largest) {
  return largest ? sums_and_extremes::Find<true>(element) : sums_and_extremes::Find<false>(element);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

const LaneLoops& FindSumLanes(DType element) {
  return HWY_DYNAMIC_DISPATCH(FindSum)(element);
}

const LaneLoops& FindExtremeLanes(DType element, bool largest) {
  return HWY_DYNAMIC_DISPATCH(FindExtreme)(element, largest);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
