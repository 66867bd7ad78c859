// SPDX-License-Identifier: Apache-2.0
//
// Sums in lanes (simd/lane_sums.h), in the registers of the processor at hand. For files that are compiled
// once for each instruction set; include after highway.h.
#include <algorithm>
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

// Float64 sums of lanes: lane l of float32 goes to total l mod kLaneTotals.
class LaneTotals {
 public:
  HWY_INLINE LaneTotals() {
    for (auto& total : totals_) {
      total = hn::Set(Doubles(), -0.0);  // which changes nothing that is added to it
    }
  }

  HWY_INLINE void Add(const hn::Vec<LaneTag> (&lanes)[kLaneVectors]) {
    for (size_t v = 0; v < kLaneVectors; ++v) {
#if HWY_TARGET == HWY_SCALAR
      AddTo(v, lanes[v]);
#else
      const hn::Half<LaneTag> half;
      AddTo(2 * v, hn::LowerHalf(half, lanes[v]));
      AddTo(2 * v + 1, hn::UpperHalf(half, lanes[v]));
#endif
    }
  }

  // Total t and total t + 4, of these sums t and t + 2, and so on.
  [[nodiscard]] HWY_INLINE double Sum() const {
    hn::Vec<Doubles> sums[kVectors];
    std::copy(totals_, totals_ + kVectors, sums);
    for (size_t count = kVectors / 2; count > 0; count /= 2) {
      for (size_t v = 0; v < count; ++v) {
        sums[v] = hn::Add(sums[v], sums[v + count]);
      }
    }
    return FoldVector(Doubles(), sums[0]);
  }

 private:
#if HWY_TARGET == HWY_SCALAR
  using Part = LaneTag;
#else
  using Part = hn::Half<LaneTag>;
#endif
  using Doubles = hn::Rebind<double, Part>;
  static constexpr size_t kVectors = static_cast<size_t>(kLaneTotals) / hn::MaxLanes(Doubles());

  HWY_INLINE void AddTo(size_t part, hn::Vec<Part> lanes) {
    auto& total = totals_[part % kVectors];
    total = hn::Add(total, hn::PromoteTo(Doubles(), lanes));
  }

  hn::Vec<Doubles> totals_[kVectors];
};

// The sum of kSumLanes lanes in float64, in an order that does not depend on how many a vector holds.
HWY_INLINE double FoldLanes(const hn::Vec<LaneTag> (&lanes)[kLaneVectors]) {
  LaneTotals totals;
  totals.Add(lanes);
  return totals.Sum();
}

// The same of a vector of sums, whose lanes, or totals, lane(l) gives in float64. Only the first `used` of
// them are asked for: the others hold zeros.
template <int64_t kLanes, class D, class Lane>
HWY_INLINE hn::Vec<D> FoldLanesAcross(D /*doubles*/, int64_t used, const Lane& lane) {
  hn::Vec<D> sums[kLanes];
  for (int64_t l = 0; l < used; ++l) {
    sums[l] = lane(l);
  }
  for (int64_t count = kLanes / 2; count > 0; count /= 2) {
    for (int64_t l = 0; l < count && l + count < used; ++l) {
      sums[l] = hn::Add(sums[l], sums[l + count]);
    }
  }
  return sums[0];
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_LANE_SUMS_INL
