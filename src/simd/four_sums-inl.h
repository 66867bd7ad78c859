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

// Lanes are added up as if all were one vector, the upper half to the lower one each time.
template <class V, size_t kVectors>
HWY_INLINE V FoldVectors(std::array<V, kVectors> sums) {
  for (size_t left = kVectors / 2; left > 0; left /= 2) {
    for (size_t i = 0; i < left; ++i) {
      sums[i] = hn::Add(sums[i], sums[i + left]);
    }
  }
  return sums[0];
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

// From four lanes of each sum to one.
HWY_INLINE FourVector FoldFour(FourVector sum0, FourVector sum1, FourVector sum2, FourVector sum3) {
  const FourTag d;
  // Two lanes of each sum, those of two sums side by side.
  const auto even = hn::Add(hn::ConcatLowerLower(d, sum2, sum0), hn::ConcatUpperUpper(d, sum2, sum0));
  const auto odd = hn::Add(hn::ConcatLowerLower(d, sum3, sum1), hn::ConcatUpperUpper(d, sum3, sum1));
  const auto first = hn::InterleaveLower(d, even, odd);
  const auto second = hn::InterleaveUpper(d, even, odd);
  return hn::Add(hn::ConcatLowerLower(d, second, first), hn::ConcatUpperUpper(d, second, first));
}
#endif

// Stores the sums of all lanes, of each of the four. As many vectors as fill 4, 8 or 16 lanes, or one lane;
// `to` is aligned. The same order, and so the same bits, however many lanes a vector has.
template <class D, size_t kSums>
HWY_INLINE void StoreFourSums([[maybe_unused]] D d,
                              const std::array<std::array<hn::Vec<D>, kSums>, kFour>& sums, float* to) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const auto fold = [=](const auto& one) HWY_ATTR { return FoldToFour(d, FoldVectors(one)); };
    hn::Store(FoldFour(fold(sums[0]), fold(sums[1]), fold(sums[2]), fold(sums[3])), FourTag(), to);
    return;
  }
#endif
  for (size_t i = 0; i < kFour; ++i) {
    to[i] = hn::GetLane(FoldVectors(sums[i]));
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_FOUR_SUMS_INL
