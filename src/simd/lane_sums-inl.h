// SPDX-License-Identifier: Apache-2.0
//
// Sums in lanes (simd/lane_sums.h), in the registers of the processor at hand. For files that are compiled
// once for each instruction set; include after highway.h.
#include <cstddef>
#include <cstdint>

#include "simd/lane_sums.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_LANE_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_LANE_SUMS_INL
#undef OPENACLNN_SIMD_LANE_SUMS_INL
#else
#define OPENACLNN_SIMD_LANE_SUMS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes of a sum lie in kLaneVectors vectors of this tag.
using LaneTag = hn::CappedTag<float, kSumLanes>;
inline constexpr size_t kLaneVectors = static_cast<size_t>(kSumLanes) / hn::MaxLanes(LaneTag());

// The sum of a vector's lanes: its halves are added until one lane is left.
template <class D>
HWY_INLINE hn::TFromD<D> FoldVector(D /*tag*/, hn::Vec<D> lanes) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    return FoldVector(half, hn::Add(hn::LowerHalf(half, lanes), hn::UpperHalf(half, lanes)));
  }
#endif
  return hn::GetLane(lanes);
}

// The sum of kSumLanes lanes in float64, in an order that does not depend on how many a vector holds: lane l
// and lane l + 8, of these sums l and l + 4, and so on.
HWY_INLINE double FoldLanes(const hn::Vec<LaneTag> (&lanes)[kLaneVectors]) {
#if HWY_TARGET == HWY_SCALAR
  const hn::CappedTag<double, 1> doubles;
  hn::Vec<decltype(doubles)> sums[kLaneVectors];
  for (size_t v = 0; v < kLaneVectors; ++v) {
    sums[v] = hn::PromoteTo(doubles, lanes[v]);
  }
#else
  const hn::Half<LaneTag> half;
  const hn::Rebind<double, decltype(half)> doubles;
  hn::Vec<decltype(doubles)> sums[2 * kLaneVectors];
  for (size_t v = 0; v < kLaneVectors; ++v) {
    sums[2 * v] = hn::PromoteTo(doubles, hn::LowerHalf(half, lanes[v]));
    sums[2 * v + 1] = hn::PromoteTo(doubles, hn::UpperHalf(half, lanes[v]));
  }
#endif
  for (size_t count = static_cast<size_t>(kSumLanes) / hn::MaxLanes(doubles) / 2; count > 0; count /= 2) {
    for (size_t v = 0; v < count; ++v) {
      sums[v] = hn::Add(sums[v], sums[v + count]);
    }
  }
  return FoldVector(doubles, sums[0]);
}

// The same of a vector of sums, whose lanes lane(l) gives in float64. Only the first `used` of them are asked
// for: the others hold zeros.
template <class D, class Lane>
HWY_INLINE hn::Vec<D> FoldLanesAcross(D /*doubles*/, int64_t used, const Lane& lane) {
  hn::Vec<D> sums[kSumLanes];
  for (int64_t l = 0; l < used; ++l) {
    sums[l] = lane(l);
  }
  for (int64_t count = kSumLanes / 2; count > 0; count /= 2) {
    for (int64_t l = 0; l < count && l + count < used; ++l) {
      sums[l] = hn::Add(sums[l], sums[l + count]);
    }
  }
  return sums[0];
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_LANE_SUMS_INL
