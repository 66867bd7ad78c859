// SPDX-License-Identifier: Apache-2.0
//
// e^x and what follows from it: Exp, Exp2, Expm1, Sinh, Cosh, Tanh, Sigmoid, of Lanes of float or double. For
// files that are compiled once for each instruction set; include after highway.h.
//
// x = n log(2) + r with a whole n, and e^r by a polynomial; what r loses by rounding goes into a second
// number, so that the last addition is the only rounding that counts.

#if defined(OPENACLNN_SIMD_MATH_EXPONENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_EXPONENTIAL_INL
#undef OPENACLNN_SIMD_MATH_EXPONENTIAL_INL
#else
#define OPENACLNN_SIMD_MATH_EXPONENTIAL_INL
#endif

#include <hwy/highway.h>

#include "simd/math_common-inl.h"
#include "simd/math_pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// 2^n (1 + minusOne), where minusOne.high is at most log(2) / 2 and minusOne.low is not necessarily tiny.
template <class D>
struct ScaledExponential {
  WholeNumber<D> n;
  Extended<D> minusOne;
};

// e^(r + low) - 1.
template <class D>
HWY_INLINE Extended<D> SmallExponential(Lanes<D> r, Lanes<D> low) {
  return {r, MulAdd(r * r, Polynomial(MathTraits<D>::Constants::kExp, r), MulAdd(low, r, low))};
}

// e^x, of an x that Bounded has kept in range.
template <class D>
HWY_INLINE ScaledExponential<D> Exponential(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const WholeNumber<D> n = ToExponent(x * Lanes<D>(C::kLog2EHigh));
  const Lanes<D> first = MulAdd(n.number, Lanes<D>(-C::kLn2High), x);  // exact
  const Lanes<D> r = MulAdd(n.number, Lanes<D>(-C::kLn2Low), first);
  return {n, SmallExponential(r, MulAdd(n.number, Lanes<D>(-C::kLn2Low), first - r))};
}

// e^(x.high + x.low).
template <class D>
HWY_INLINE ScaledExponential<D> Exponential(Extended<D> x) {
  using C = typename MathTraits<D>::Constants;
  const WholeNumber<D> n = ToExponent(x.high * Lanes<D>(C::kLog2EHigh));
  const Lanes<D> first = MulAdd(n.number, Lanes<D>(-C::kLn2High), x.high);
  const Lanes<D> second = MulAdd(n.number, Lanes<D>(-C::kLn2Low), first);
  const Extended<D> r = FastTwoSum(second, MulAdd(n.number, Lanes<D>(-C::kLn2Low), first - second) + x.low);
  return {n, SmallExponential(r.high, r.low)};
}

template <class D>
HWY_INLINE Lanes<D> Rounded(const ScaledExponential<D>& x) {
  return Scaled(Lanes<D>(1) + Rounded(x.minusOne), x.n);
}

template <class D>
HWY_INLINE Lanes<D> Exp(Lanes<D> x) {
  const Lanes<D> power = AtMost(BoundedPower(x), ByType<D>(89, 710));  // from which on it is infinite
  if constexpr (MathTraits<D>::kIsFloat) {
    return ExpOfFloat(power);
  } else {
    const ScaledExponential<D> result = Exponential(power);
    return Scaled(power, Lanes<D>(1) + Rounded(result.minusOne), result.n);
  }
}

template <class D>
HWY_INLINE Lanes<D> Exp2(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const Lanes<D> bounded = Bounded(x, ByType<D>(-151, -1076), ByType<D>(129, 1025));
  const WholeNumber<D> n = ToExponent(bounded);
  const Lanes<D> rest = bounded - n.number;  // exact
  const Extended<D> r = TwoProduct(rest, Lanes<D>(C::kLn2FullHigh));
  return Rounded(
      ScaledExponential<D>{n, SmallExponential(r.high, MulAdd(rest, Lanes<D>(C::kLn2FullLow), r.low))});
}

// (e^x - 1) / 2 for x from -20 (-40) up to where e^x leaves the range; the half keeps 2^n in it.
template <class D>
HWY_INLINE Extended<D> HalfExpm1(Lanes<D> x) {
  using Traits = MathTraits<D>;
  const ScaledExponential<D> exponential = Exponential(x);
  const typename Traits::Words words;
  const Lanes<D> scale = PowerOfTwo<D>(hn::Sub(exponential.n.words, hn::Set(words, Traits::kBias + 1)));
  const Lanes<D> whole = scale - Lanes<D>(0.5);
  const Lanes<D> wholeLow = (scale - whole) - Lanes<D>(0.5);
  // Unless n is 0, and `whole` with it, `whole` is the larger of the two.
  const Extended<D> sum = FastTwoSum(whole, scale * exponential.minusOne.high);
  return FastTwoSum(sum.high, MulAdd(scale, exponential.minusOne.low, wholeLow + sum.low));
}

template <class D>
HWY_INLINE Lanes<D> Expm1(Lanes<D> x) {
  const Lanes<D> bounded = Bounded(x, ByType<D>(-20, -40), ByType<D>(89, 710));
  const Lanes<D> result = Rounded(HalfExpm1(bounded)) * Lanes<D>(2);
  return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
}

// With h = (e^(2 x) - 1) / 2: tanh(x) = h / (h + 1).
template <class D>
HWY_INLINE Lanes<D> TanhOfDouble(Lanes<D> x) {
  const Lanes<D> magnitude = AtMost(Absolute(x), Lanes<D>(20));
  const Extended<D> half = HalfExpm1(magnitude + magnitude);
  Extended<D> more = TwoSum(half.high, Lanes<D>(1));
  more.low = more.low + half.low;
  const Lanes<D> result = CopySign(Rounded(Quotient(half, more)), x);
  return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
}

template <class D>
HWY_INLINE Lanes<D> Tanh(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return CopySign(InPieces(kTanhPieces, AtMost(Absolute(x), Lanes<D>(9.1F))), x);
  } else {
    return TanhOfDouble(x);
  }
}

// e^|x| / 2, where that is all that sinh(|x|) and cosh(x) have.
template <class D>
HWY_INLINE Lanes<D> HalfExponential(Lanes<D> magnitude) {
  ScaledExponential<D> exponential = Exponential(AtMost(magnitude, ByType<D>(90, 711)));
  const typename MathTraits<D>::Words words;
  exponential.n = {exponential.n.number - Lanes<D>(1), hn::Sub(exponential.n.words, hn::Set(words, 1))};
  return Rounded(exponential);
}

// With h = (e^|x| - 1) / 2: sinh(|x|) = h + h / (2 h + 1).
template <class D>
HWY_INLINE Lanes<D> Sinh(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const Extended<D> half = HalfExpm1(AtMost(magnitude, Lanes<D>(40)));
  const Lanes<D> two(2);
  Extended<D> more = TwoSum(half.high * two, Lanes<D>(1));
  more.low = MulAdd(half.low, two, more.low);
  const Extended<D> other = Quotient(half, more);
  const Extended<D> sum = FastTwoSum(half.high, other.high);
  const Lanes<D> small = sum.high + (sum.low + half.low + other.low);
  const Lanes<D> result = CopySign(Choose(magnitude > Lanes<D>(30), HalfExponential(magnitude), small), x);
  return Choose(magnitude < Lanes<D>(MathTraits<D>::kTiny), x, result);
}

// With d = e^|x| / 2: cosh(x) = d + 1 / (4 d).
template <class D>
HWY_INLINE Lanes<D> Cosh(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const Extended<D> half = HalfExpm1(AtMost(magnitude, Lanes<D>(40)));
  const Extended<D> exponential = TwoSum(half.high, Lanes<D>(0.5));
  const Lanes<D> small = exponential.high + (exponential.low + half.low + Lanes<D>(0.25) / exponential.high);
  return Choose(magnitude > Lanes<D>(30), HalfExponential(magnitude), small);
}

// With e = e^-|x|: 1 / (1 + e), or e / (1 + e) for a negative x. Each of its steps rounds: two last places.
template <class D>
HWY_INLINE Lanes<D> Sigmoid(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const Lanes<D> one(1);
  const Lanes<D> power = BoundedPower(-Absolute(x));
  const WholeNumber<D> n = ToExponent(power * Lanes<D>(C::kLog2EHigh));
  const Lanes<D> first = MulAdd(n.number, Lanes<D>(-C::kLn2High), power);
  const Lanes<D> r = MulAdd(n.number, Lanes<D>(-C::kLn2Low), first);
  const Lanes<D> exponential = Scaled(power, one + MulAdd(r * r, Polynomial(C::kExp, r), r), n);
  return Choose(x < Lanes<D>(0), exponential, one) / (one + exponential);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_EXPONENTIAL_INL
