// SPDX-License-Identifier: Apache-2.0
//
// Four sums at once, each of all the lanes of some vectors: as of four dot products that are wanted side by
// side. For files that are compiled once for each instruction set; include after highway.h.
#include <array>
#include <cstddef>

#if defined(OPENACLNN_SIMD_FOUR_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_FOUR_SUMS_INL
#undef OPENACLNN_SIMD_FOUR_SUMS_INL
#else
#define OPENACLNN_SIMD_FOUR_SUMS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr size_t kFour = 4;

// Lanes are added up as if all were one vector, the upper half to the lower one each time, until so many
// vectors are left; as the first ones.
template <size_t kLeft, class V, size_t kVectors>
HWY_INLINE std::array<V, kVectors> FoldVectors(std::array<V, kVectors> sums) {
  for (size_t left = kVectors / 2; left >= kLeft; left /= 2) {
    for (size_t i = 0; i < left; ++i) {
      sums[i] = hn::Add(sums[i], sums[i + left]);
    }
  }
  return sums;
}

#if HWY_TARGET != HWY_SCALAR
using FourTag = hn::CappedTag<float, kFour>;
using FourVector = hn::Vec<FourTag>;

template <class D>
HWY_INLINE FourVector FoldToFour([[maybe_unused]] D d, hn::Vec<D> sums) {
  if constexpr (hn::MaxLanes(D()) <= kFour) {
    return sums;
  } else {
    const hn::Half<D> half;
    return FoldToFour(half, hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)));
  }
}

// From four lanes of each sum to one, the last step in float64.
HWY_INLINE void StoreFolded(FourVector sum0, FourVector sum1, FourVector sum2, FourVector sum3, double* to) {
  const FourTag d;
  // Two lanes of each sum, those of two sums side by side.
  const auto even = hn::Add(hn::ConcatLowerLower(d, sum2, sum0), hn::ConcatUpperUpper(d, sum2, sum0));
  const auto odd = hn::Add(hn::ConcatLowerLower(d, sum3, sum1), hn::ConcatUpperUpper(d, sum3, sum1));
  const auto first = hn::InterleaveLower(d, even, odd);
  const auto second = hn::InterleaveUpper(d, even, odd);
  // One lane of each.
  const auto lower = hn::ConcatLowerLower(d, second, first);
  const auto upper = hn::ConcatUpperUpper(d, second, first);
#if HWY_MAX_BYTES >= 32
  const hn::FixedTag<double, kFour> doubles;
  hn::Store(hn::Add(hn::PromoteTo(doubles, lower), hn::PromoteTo(doubles, upper)), doubles, to);
#else
  const hn::Half<FourTag> half;
  const hn::FixedTag<double, kFour / 2> doubles;
  hn::Store(hn::Add(hn::PromoteTo(doubles, hn::LowerHalf(half, lower)),
                    hn::PromoteTo(doubles, hn::LowerHalf(half, upper))),
            doubles, to);
  hn::Store(hn::Add(hn::PromoteTo(doubles, hn::UpperHalf(half, lower)),
                    hn::PromoteTo(doubles, hn::UpperHalf(half, upper))),
            doubles, to + kFour / 2);
#endif
}
#endif

// Stores the sums of all lanes, of each of the four: in float32 until two lanes are left, which are added in
// float64. As many vectors as fill 4, 8 or 16 lanes, or one lane; `to` is aligned. The same order, and so the
// same bits, however many lanes a vector has.
template <class D, size_t kSums>
HWY_INLINE void StoreFourSums([[maybe_unused]] D d,
                              const std::array<std::array<hn::Vec<D>, kSums>, kFour>& sums, double* to) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const auto fold = [=](const auto& one) HWY_ATTR { return FoldToFour(d, FoldVectors<1>(one)[0]); };
    StoreFolded(fold(sums[0]), fold(sums[1]), fold(sums[2]), fold(sums[3]), to);
    return;
  }
#endif
  for (size_t i = 0; i < kFour; ++i) {
    const auto lanes = FoldVectors<2>(sums[i]);
    to[i] = static_cast<double>(hn::GetLane(lanes[0]));
    if constexpr (kSums > 1) {
      to[i] += static_cast<double>(hn::GetLane(lanes[1]));
    }
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_FOUR_SUMS_INL
