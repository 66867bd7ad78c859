// SPDX-License-Identifier: Apache-2.0
//
// What the loops along positions and across channels share, so that both give the same bits. For files that
// are compiled once for each instruction set; include after highway.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ops/normalization/group_norm_backward/half_pairs-inl.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "simd/formats-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_GROUP_NORM_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_GROUP_NORM_LANES_INL
#undef OPENACLNN_GROUP_NORM_LANES_INL
#else
#define OPENACLNN_GROUP_NORM_LANES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A level-one cache waits for few lines at a time, a level-two cache for many.
template <class Element>
void PrefetchToLevelTwo(const Element* element) {
  __builtin_prefetch(element, 0, 2);
}

// What a loop in the order of memory comes to a page later, where the processor by itself does not look.
template <class Element>
void PrefetchAhead(const Element* element) {
  constexpr int64_t kPage = 4096 / sizeof(Element);
  PrefetchToLevelTwo(element + kPage);
}

// In the order in which wider and wider vectors would be halved.
inline double FoldLanes(const double* lanes, int64_t stride) {
  static_assert(kGroupNormLanes == 8);
  return ((lanes[0] + lanes[4 * stride]) + (lanes[2 * stride] + lanes[6 * stride])) +
         ((lanes[stride] + lanes[5 * stride]) + (lanes[3 * stride] + lanes[7 * stride]));
}

// Of sums that are not centred, whose product is of g * x: whether nothing overflowed, and what products of
// half types lost below float32's normal range, at most 2^-150 each, is nothing beside their sum. Not for the
// vectorizer: GCC 12 gets such loops wrong with AVX-512.
template <class Format>
[[gnu::noinline]] bool AreSure(const GroupNormSums& sums, bool products) {
  constexpr double kSmallest = std::is_same_v<Format, Float32> ? 0.0 : 0x1p-100;
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double magnitude = std::abs(sums.product);
  return std::abs(sums.gradient) <= kLargest &&
         (!products || (magnitude >= kSmallest && magnitude <= kLargest));
}

inline GroupNormSums Centre(const GroupNormSums& sums, double mean) {
  return {sums.gradient, sums.product - mean * sums.gradient};
}

// Ends a run of gradients of half types.
inline void EndRun(int64_t channel, int64_t channels, GroupNormLaneSums& lanes) {
  for (int64_t lane = 0; lane < kGroupNormLanes; ++lane) {
    double* gradients = lanes.gradients.data() + lane * kGroupNormLaneStride + channel;
    float* runs = lanes.runs.data() + lane * kGroupNormLaneStride + channel;
    ForEachVector(hn::CappedTag<double, kGroupNormLanes>(), channels, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto run = hn::PromoteTo(doubles, hn::LoadU(floats, runs + i));
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), run), doubles, gradients + i);
      hn::StoreU(hn::Zero(floats), floats, runs + i);
    });
  }
}

// a * b + c, rounded once on every target.
template <class D>
hn::Vec<D> FusedMulAdd([[maybe_unused]] D doubles, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  constexpr size_t kWidth = hn::MaxLanes(D());
  HWY_ALIGN std::array<double, kWidth> factors;
  HWY_ALIGN std::array<double, kWidth> others;
  HWY_ALIGN std::array<double, kWidth> sums;
  hn::Store(a, doubles, factors.data());
  hn::Store(b, doubles, others.data());
  hn::Store(c, doubles, sums.data());
  for (size_t i = 0; i < hn::Lanes(doubles); ++i) {
    sums[i] = std::fma(factors[i], others[i], sums[i]);
  }
  return hn::Load(doubles, sums.data());
#endif
}

// gradInput = scale * g + (constant + centred * slope), where centred = x - mean; not yet rounded to a half
// type.
template <class Format, class D>
hn::Vec<hn::Rebind<float, D>> Combine(D doubles, hn::Vec<D> gradient, hn::Vec<D> centred, hn::Vec<D> scale,
                                      hn::Vec<D> constant, hn::Vec<D> slope) {
  const auto push = FusedMulAdd(doubles, centred, slope, constant);
  return ToFloat<Format>(doubles, FusedMulAdd(doubles, gradient, scale, push));
}

// The same in float32.
template <class D>
struct CoefficientVectors {
  hn::Vec<D> scale;
  hn::Vec<D> mean;
  hn::Vec<D> constant;
  hn::Vec<D> slope;
};

template <class D>
hn::Vec<D> CombineFloats(D /*floats*/, hn::Vec<D> gradient, hn::Vec<D> value,
                         const CoefficientVectors<D>& by) {
  const auto push = hn::Add(by.constant, hn::Mul(hn::Sub(value, by.mean), by.slope));
  return hn::Add(hn::Mul(by.scale, gradient), push);
}

// The scale, or NaN, so that no result is taken for a number, where a factor loses digits in float32. One
// that is too large for it makes a result that is no number either.
template <class D>
hn::Vec<D> FloatScale(D doubles, hn::Vec<D> scale, hn::Vec<D> slope) {
  const auto loses = [=](hn::Vec<D> factor) HWY_ATTR {
    const auto magnitude = hn::Abs(factor);
    const auto small = hn::Set(doubles, static_cast<double>(std::numeric_limits<float>::min()));
    return hn::And(hn::Lt(magnitude, small), hn::Ne(magnitude, hn::Zero(doubles)));
  };
  const auto nan = hn::Set(doubles, std::numeric_limits<double>::quiet_NaN());
  return hn::IfThenElse(hn::Or(loses(scale), loses(slope)), nan, scale);
}

template <class D>
hn::Mask<D> IsNumber(D floats, hn::Vec<D> value) {
  const hn::Rebind<int32_t, D> bits;
  const auto magnitude = hn::BitCast(bits, hn::Abs(value));
  return hn::RebindMask(floats, hn::Lt(magnitude, hn::Set(bits, static_cast<int32_t>(kFloatInfinity))));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_GROUP_NORM_LANES_INL
