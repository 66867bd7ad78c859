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
#include "simd/math_pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Of doubles: erf(x) = x (2 / sqrt(pi) + x^2 P(x^2)), of an x from 0 to kErfLimit.
inline constexpr double kErfLimit = 0.84F;
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
  const Lanes<D> lost = t * Lanes<D>(0.5) * NegMulAdd(t, sum.low, NegMulAdd(t, sum.high, two));
  const Lanes<D> ratio = Polynomial(MathTraits<D>::Constants::kErfc, (t - Lanes<D>(0.375)) + lost);
  return MulAdd(ratio, t, ratio * lost);
}

// erfc(x), of an x >= kErfLimit.
template <class D>
HWY_INLINE Lanes<D> LargeErfc(Lanes<D> x) {
  const Lanes<D> bounded = Bounded(x, Lanes<D>(0), Lanes<D>(27.3));
  const Extended<D> square = TwoProduct(bounded, bounded);
  const ScaledExponential<D> exponential = Exponential(Extended<D>{-square.high, -square.low});
  const Lanes<D> factor = ScaledErfc(bounded);
  return Scaled(MulAdd(Rounded(exponential.minusOne), factor, factor), exponential.n);
}

template <class D>
HWY_INLINE Lanes<D> ErfOfDouble(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const Lanes<D> small = Rounded(SmallErf(magnitude));
  const Lanes<D> large = Lanes<D>(1) - LargeErfc(magnitude);
  return CopySign(Choose(magnitude < Lanes<D>(kErfLimit), small, large), x);
}

template <class D>
HWY_INLINE Lanes<D> Erf(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return CopySign(InPieces(kErfPieces, AtMost(Absolute(x), Lanes<D>(4))), x);
  } else {
    return ErfOfDouble(x);
  }
}

template <class D>
HWY_INLINE Lanes<D> Erfc(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    const Lanes<D> positive = ErfcOfPositive(AtMost(Absolute(x), Lanes<D>(kErfcFactor.limit)));
    return Choose(x < Lanes<D>(0), Lanes<D>(2) - positive, positive);
  } else {
    const Lanes<D> one(1);
    const Lanes<D> magnitude = Absolute(x);
    const auto negative = x < Lanes<D>(0);
    const auto erf = SmallErf(magnitude);
    // The sum of sign and the first number, then of the rest.
    const Lanes<D> high = CopySign(erf.high, x);
    const Lanes<D> low = Choose(negative, -erf.low, erf.low);
    const auto sum = FastTwoSum(one, -high);
    const Lanes<D> small = sum.high + (sum.low - low);
    const Lanes<D> positive = LargeErfc(magnitude);
    const Lanes<D> large = Choose(negative, Lanes<D>(2) - positive, positive);
    return Choose(magnitude < Lanes<D>(kErfLimit), small, large);
  }
}

// The standard normal distribution at x.
template <class D>
struct NormalDistribution {
  Lanes<D> below;  // the probability of less than x: (1 + erf(x / sqrt(2))) / 2
  Lanes<D> bell;   // e^(-x^2 / 2)
};

template <class D>
HWY_INLINE NormalDistribution<D> NormalAt(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const Lanes<D> bounded = AtMost(Absolute(x), ByType<D>(14.42F, 38.6));
  const Lanes<D> half = bounded * Lanes<D>(-0.5);
  const Lanes<D> exponent = half * bounded;
  const Lanes<D> low = MulSub(half, bounded, exponent);
  const WholeNumber<D> n = ToExponent(exponent * Lanes<D>(C::kLog2EHigh));
  const Lanes<D> first = MulAdd(n.number, Lanes<D>(-C::kLn2High), exponent);
  const Lanes<D> r = MulAdd(n.number, Lanes<D>(-C::kLn2Low), first) + low;
  const Lanes<D> minusOne = MulAdd(r * r, Polynomial(C::kExp, r), r);
  const Lanes<D> t = Lanes<D>(2.5) / (bounded + Lanes<D>(2.5));
  const Lanes<D> factor = t * Polynomial(C::kNormalTail, t - Lanes<D>(0.5625));
  const Lanes<D> tail = Scaled(MulAdd(factor, minusOne, factor), n);
  return {Choose(x < Lanes<D>(0), tail, Lanes<D>(1) - tail), Scaled(Lanes<D>(1) + minusOne, n)};
}

// NormalAt(x).below, where the bell is not asked for.
template <class D>
HWY_INLINE Lanes<D> NormalBelow(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    const Lanes<D> limit(kNormalTail.limit);
    const Lanes<D> tail = NormalTail(AtMost(Absolute(x), limit));
    const Lanes<D> below = Choose(x < Lanes<D>(0), tail, Lanes<D>(1) - tail);
    const auto beyond = x < -limit;
    return HWY_LIKELY(hn::AllFalse(D(), beyond.mask)) ? below : Choose(beyond, NormalAt(x).below, below);
  } else {
    return NormalAt(x).below;
  }
}

// x P(w) with w = -log(1 - x^2), in ranges of w. (The idea to use w is Giles', "Approximating the erfinv
// function", 2010.)
template <class D>
HWY_INLINE Lanes<D> ErfinvOfDouble(Lanes<D> x) {
  using Traits = MathTraits<D>;
  using C = typename Traits::Constants;
  const Lanes<D> one(1);
  const Lanes<D> magnitude = Absolute(x);
  const auto square = TwoProduct(x, x);
  const auto difference = FastTwoSum(one, -square.high);
  const auto radicand = FastTwoSum(difference.high, difference.low - square.low);
  const Lanes<D> w = -Rounded(LogOfPositive(radicand, Lanes<D>(0)));
  const Lanes<D> root = SquareRoot(w);
  const Lanes<D> middle = Polynomial(C::kErfinvMiddle, root - Lanes<D>(3.2));
  const Lanes<D> tail = Polynomial(C::kErfinvTail, root - Lanes<D>(5.2));
  const Lanes<D> central = Polynomial(C::kErfinvCentral, w - Lanes<D>(3));
  const Lanes<D> product = x * Choose(w < Lanes<D>(6), central, Choose(w < Lanes<D>(16), middle, tail));
  const Lanes<D> edge =
      Choose(magnitude == one, CopySign(Lanes<D>(Traits::kInfinity), x), Lanes<D>(Traits::kNan));
  return Choose(magnitude < one, product, edge);
}

// The same to the digits of a float and some.
template <class Wide>
HWY_INLINE Wide ErfinvOfFloat(Wide x) {
  using Traits = MathTraits<typename Wide::Tag>;
  const Wide one(1);
  const Wide radicand = NegMulAdd(x, x, one);
  const auto parts = SplitNormal(radicand);
  const Wide s = parts.fraction / (parts.fraction + Wide(2));
  const Wide square = s * s;
  const Wide log = MulAdd(s * square, Polynomial(ShortPolynomials::kLog, square), s + s);
  const Wide w = -MulAdd(parts.exponent, Wide(Traits::Constants::kLn2FullHigh), log);
  Wide factor = Polynomial(ShortPolynomials::kErfinvCentral, w - Wide(2.5));
  const auto central = radicand > Wide(0.0068);  // w < 5
  if (HWY_UNLIKELY(!hn::AllTrue(typename Wide::Tag(), central.mask))) {
    const Wide magnitude = Absolute(x);
    const Wide outer = Polynomial(ShortPolynomials::kErfinvOuter, SquareRoot(w) - Wide(3.12));
    const Wide edge = Choose(magnitude == one, Wide(Traits::kInfinity), Wide(Traits::kNan));
    factor = Choose(central, factor, Choose(magnitude < one, outer, edge));
  }
  return x * factor;
}

template <class D>
HWY_INLINE Lanes<D> Erfinv(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return InDouble(x, [](auto wide) HWY_ATTR { return ErfinvOfFloat(wide); });
  } else {
    return ErfinvOfDouble(x);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_ERROR_FUNCTION_INL
