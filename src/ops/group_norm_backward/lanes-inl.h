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

#include "base/formats-inl.h"
#include "ops/group_norm_backward/half_pairs-inl.h"
#include "ops/group_norm_backward/kernel.h"

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

// Half types with at least kGroupNormFewPositions: their digits are so few that products g * x are exact in
// float32. These are added up in float64, which has room for the large part of the sum that comes from the
// mean. Gradients are added up in float32, kGroupNormRun at a time.
struct HalfSums {
  double gradient;
  double product;  // of g * x
};

// Whether nothing overflowed, and what products lost below float32's normal range, at most 2^-150 each, is
// nothing beside their sum. Not for the vectorizer: GCC 12 gets such loops wrong with AVX-512.
[[gnu::noinline]] inline bool AreSure(const HalfSums& sums, bool products) {
  constexpr double kSmallest = 0x1p-100;
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double magnitude = std::abs(sums.product);
  return std::abs(sums.gradient) <= kLargest &&
         (!products || (magnitude >= kSmallest && magnitude <= kLargest));
}

inline GroupNormSums Centre(const HalfSums& sums, double mean) {
  return {sums.gradient, sums.product - mean * sums.gradient};
}

// a - b by a multiplication with one: the same bits, on every target, but not on the pipes of a processor
// that additions and conversions wait for.
template <class D>
hn::Vec<D> SubtractByMultiplier(D tag, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::NegMulAdd(b, hn::Set(tag, 1), a);
}

// gradInput = scale * g - (constant + (x - mean) * slope), not yet rounded to a half type.
template <class Format, class D>
hn::Vec<hn::Rebind<float, D>> Combine(D doubles, const typename Format::Element* gradOut,
                                      const typename Format::Element* input, hn::Vec<D> scale,
                                      hn::Vec<D> mean, hn::Vec<D> constant, hn::Vec<D> slope) {
  const auto centred = hn::Sub(LoadDouble<Format>(doubles, input), mean);
  const auto pull = hn::Add(constant, hn::Mul(centred, slope));
  const auto scaled = hn::Mul(scale, LoadDouble<Format>(doubles, gradOut));
  return ToFloat<Format>(doubles, SubtractByMultiplier(doubles, scaled, pull));
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
  const auto pull = hn::Add(by.constant, hn::Mul(hn::Sub(value, by.mean), by.slope));
  return hn::Sub(hn::Mul(by.scale, gradient), pull);
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
