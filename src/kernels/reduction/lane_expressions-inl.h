// SPDX-License-Identifier: Apache-2.0
//
// The sum as an expression that reduces in lanes (kernels/reduction/lane_blocks-inl.h), from which others are
// made. For files that are compiled once for each instruction set; include after highway.h.
#include "kernels/reduction/lane_loops.h"

#if defined(OPENACLNN_KERNELS_LANE_EXPRESSIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_LANE_EXPRESSIONS_INL
#undef OPENACLNN_KERNELS_LANE_EXPRESSIONS_INL
#else
#define OPENACLNN_KERNELS_LANE_EXPRESSIONS_INL
#endif

#include <hwy/highway.h>

#include "kernels/reduction/lane_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct SumOfElements {
  static constexpr LaneJoin kJoin = LaneJoin::kSum;
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

template <>
inline constexpr bool kTakesElements<SumOfElements> = true;

// The parameter is what no element is larger than; for those that include simd/math-inl.h.
struct SumOfExponentials : SumOfElements {
  static constexpr bool kTakesParameter = true;
  static constexpr bool kLong = true;
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T largest) {
    return lane + Exp(x - largest);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_LANE_EXPRESSIONS_INL
