// SPDX-License-Identifier: Apache-2.0
//
// Erf, Erfc, Erfinv and the normal distribution, of Lanes of float or double. For files that are compiled
// once for each instruction set; include after highway.h.

#if defined(OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL
#undef OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL
#else
#define OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL
#endif

#include <hwy/highway.h>

#include "simd/math_common-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_logarithm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// erf(x) = x (2 / sqrt(pi) + x^2 P(x^2)), of an x from 0 to kErfLimit.
inline constexpr float kErfLimit = 0.84F;
template <class D>
HWY_INLINE Extended<D> SmallErf(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const Lanes<D> square = x * x;
  const Lanes<D> rest = MulAdd(square, Polynomial(C::kErf, square), Lanes<D>(C::kTwoOverSqrtPiLow));
  const Extended<D> linear = TwoProduct(x, Lanes<D>(C::kTwoOverSqrtPiHigh));
  return {linear.high, MulAdd(x, rest, linear.low)};
}

// erfc(x) e^(x^2) = t P(t) with t = 2 / (2 + x), of an x >= kErfLimit.
template <class D>
HWY_INLINE Lanes<D> ScaledErfc(Lanes<D> x) {
  const Lanes<D> two(2);
  const Extended<D> sum = TwoSum(two, x);
  const Lanes<D> t = two / sum.high;
  const Lanes<D> lost = t * Lanes<D>(0.5) * MulAdd(-t, sum.low, MulAdd(-t, sum.high, two));
  const Lanes<D> ratio = Polynomial(MathTraits<D>::Constants::kErfc, (t - Lanes<D>(0.375)) + lost);
  return MulAdd(ratio, t, ratio * lost);
}

// erfc(x), of an x >= kErfLimit.
template <class D>
HWY_INLINE Lanes<D> LargeErfc(Lanes<D> x) {
  const Lanes<D> bounded = Bounded(x, Lanes<D>(0), ByType<D>(10.2F, 27.3));
  const Extended<D> square = TwoProduct(bounded, bounded);
  const ScaledExponential<D> exponential = Exponential(Extended<D>{-square.high, -square.low});
  const Lanes<D> factor = ScaledErfc(bounded);
  return Scaled(MulAdd(Rounded(exponential.minusOne), factor, factor), exponential.n);
}

template <class D>
HWY_INLINE Lanes<D> Erf(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const Lanes<D> small = Rounded(SmallErf(magnitude));
  const Lanes<D> large = Lanes<D>(1) - LargeErfc(magnitude);
  return CopySign(Choose(magnitude < Lanes<D>(kErfLimit), small, large), x);
}

template <class D>
HWY_INLINE Lanes<D> Erfc(Lanes<D> x) {
  return InDouble(x, [](auto wide) HWY_ATTR {
    using Wide = decltype(wide);
    const Wide one(1);
    const Wide magnitude = Absolute(wide);
    const auto negative = wide < Wide(0);
    const auto erf = SmallErf(magnitude);
    // The sum of sign and the first number, then of the rest.
    const Wide high = CopySign(erf.high, wide);
    const Wide low = Choose(negative, -erf.low, erf.low);
    const auto sum = FastTwoSum(one, -high);
    const Wide small = sum.high + (sum.low - low);
    const Wide positive = LargeErfc(magnitude);
    const Wide large = Choose(negative, Wide(2) - positive, positive);
    return Choose(magnitude < Wide(kErfLimit), small, large);
  });
}

// The standard normal distribution at x.
template <class D>
struct NormalDistribution {
  Lanes<D> below;  // the probability of less than x: (1 + erf(x / sqrt(2))) / 2
  Lanes<D> bell;   // e^(-x^2 / 2)
};

template <class D>
HWY_INLINE NormalDistribution<D> NormalAt(Lanes<D> x) {
  const Lanes<D> half(0.5);
  const Lanes<D> bounded = Bounded(Absolute(x), Lanes<D>(0), ByType<D>(14.42F, 38.6));
  const Extended<D> square = TwoProduct(bounded, bounded * half);
  const Lanes<D> bell = Rounded(Exponential(Extended<D>{-square.high, -square.low}));
  const Lanes<D> z = bounded * ByType<D>(0.70710678F, 0.70710678118654752);
  const Lanes<D> sign = CopySign(half, x);
  const Lanes<D> central = MulAdd(sign, Rounded(SmallErf(z)), half);
  const Lanes<D> tail = bell * ScaledErfc(z) * half;
  const Lanes<D> large = Choose(x < Lanes<D>(0), tail, Lanes<D>(1) - tail);
  return {Choose(z < Lanes<D>(kErfLimit), central, large), bell};
}

// x P(w) with w = -log(1 - x^2), in three ranges of w. (The idea to use w is Giles', "Approximating the
// erfinv function", 2010.)
template <class D>
HWY_INLINE Lanes<D> Erfinv(Lanes<D> x) {
  const Lanes<D> result = InDouble(x, [](auto wide) HWY_ATTR {
    using Wide = decltype(wide);
    using Traits = MathTraits<typename Wide::Tag>;
    using C = typename Traits::Constants;
    const Wide one(1);
    const Wide magnitude = Absolute(wide);
    const auto square = TwoProduct(wide, wide);
    const auto difference = FastTwoSum(one, -square.high);
    const auto radicand = FastTwoSum(difference.high, difference.low - square.low);
    const Wide w = -Rounded(LogOfPositive(radicand, Wide(0)));
    const Wide root = SquareRoot(w);
    const Wide middle = Polynomial(C::kErfinvMiddle, root - Wide(3.2));
    const Wide tail = Polynomial(C::kErfinvTail, root - Wide(5.2));
    const Wide central = Polynomial(C::kErfinvCentral, w - Wide(3));
    const Wide product = wide * Choose(w < Wide(6), central, Choose(w < Wide(16), middle, tail));
    const Wide edge = Choose(magnitude == one, CopySign(Wide(Traits::kInfinity), wide), Wide(Traits::kNan));
    return Choose(magnitude < one, product, edge);
  });
  return result;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL
