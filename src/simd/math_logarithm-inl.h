// SPDX-License-Identifier: Apache-2.0
//
// Logarithms and what follows from them: Log, Log2, Log10, Log1p, Asinh, Acosh, Atanh, Pow, of Lanes of float
// or double. For files that are compiled once for each instruction set; include after highway.h.
//
// x = 2^e m with m from sqrt(1/2) to sqrt(2), and log(m) by a polynomial of s = (m - 1) / (m + 1); Log, Log2,
// Log10 and Log1p of floats by tables (math_pieces-inl.h), which take no division.

#if defined(OPENACLNN_SIMD_MATH_LOGARITHM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_LOGARITHM_INL
#undef OPENACLNN_SIMD_MATH_LOGARITHM_INL
#else
#define OPENACLNN_SIMD_MATH_LOGARITHM_INL
#endif

#include <hwy/highway.h>

#include "simd/math_common-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A positive number 2^exponent (1 + fraction).
template <class D>
struct BinaryParts {
  Lanes<D> exponent;
  Lanes<D> fraction;   // from sqrt(1/2) - 1 to sqrt(2) - 1
  Lanes<D> downscale;  // 2^-exponent, or 0 for the largest ones
};

// The parts of x / 2^shift, of a positive normal x.
template <class D>
HWY_INLINE BinaryParts<D> SplitNormal(Lanes<D> x, Lanes<D> shift = Lanes<D>(0)) {
  using Traits = MathTraits<D>;
  using Word = typename Traits::Word;
  constexpr int kBits = Traits::kFractionBits;
  const typename Traits::Words words;
  const auto bits = WordsOf(x);
  // Counted from sqrt(1/2); the offset keeps it from being negative.
  constexpr Word kOffset = Traits::kBias + 1;
  constexpr Word kSqrtHalf = Traits::kIsFloat ? Word(0x3F3504F3) : Word(0x3FE6A09E667F3BCDU);
  const auto count = hn::ShiftRight<kBits>(hn::Add(bits, hn::Set(words, (kOffset << kBits) - kSqrtHalf)));
  const auto shifted = hn::Sub(hn::ShiftLeft<kBits>(count), hn::Set(words, kOffset << kBits));
  const Lanes<D> m(hn::BitCast(D(), hn::Sub(bits, shifted)));
  // A whole number below 2^kBits, put into the last places of 2^kBits.
  const Lanes<D> large = ByType<D>(0x1p23F, 0x1p52);
  const Lanes<D> counted(hn::BitCast(D(), hn::Or(count, WordsOf(large))));
  const Lanes<D> offset = ByType<D>(0x1p23F + 128, 0x1p52 + 1024);
  const auto downscale = hn::BitCast(D(), hn::Sub(hn::Set(words, Traits::kBias << kBits), shifted));
  return {counted - (offset + shift), m - Lanes<D>(1), Lanes<D>(hn::ZeroIfNegative(downscale))};
}

// The parts of a positive number; of others they mean nothing.
template <class D>
HWY_INLINE BinaryParts<D> Split(Lanes<D> x) {
  const auto subnormal = x < Lanes<D>(std::numeric_limits<typename MathTraits<D>::Number>::min());
  return SplitNormal(Choose(subnormal, x * ByType<D>(0x1p24F, 0x1p54), x),
                     Choose(subnormal, ByType<D>(24, 54), Lanes<D>(0)));
}

// exponent * log(2) + log(1 + f): `high`, and beside it, not necessarily tiny, `rest` + `lost`.
template <class D>
struct LogTerms {
  Lanes<D> high;
  Lanes<D> rest;
  Lanes<D> lost;
  Lanes<D> ratio;  // f / (2 + f)
};
// log(1 + f) = f - f^2/2 + s (f^2/2 + s^2 P(s^2)) with s = f / (2 + f).
template <class D>
HWY_INLINE LogTerms<D> LogOfParts(Lanes<D> exponent, Lanes<D> f) {
  using C = typename MathTraits<D>::Constants;
  const Extended<D> half = TwoProduct(f * Lanes<D>(0.5), f);
  const Lanes<D> s = f / (f + Lanes<D>(2));
  const Lanes<D> z = s * s;
  const Lanes<D> rest = s * MulAdd(z, Polynomial(C::kLog, z), half.high) - half.low;
  const Extended<D> one = FastTwoSum(exponent * Lanes<D>(C::kLn2High), f);  // the product is exact
  const Extended<D> two = FastTwoSum(one.high, -half.high);
  return {two.high, MulAdd(exponent, Lanes<D>(C::kLn2Low), rest), one.low + two.low, s};
}

template <class D>
HWY_INLINE Extended<D> LogOfPositive(Lanes<D> x) {
  const BinaryParts<D> parts = Split(x);
  const LogTerms<D> log = LogOfParts(parts.exponent, parts.fraction);
  return {log.high, log.rest + log.lost};
}

// log(2^shift (x.high + x.low)), of a positive x.
template <class D>
HWY_INLINE Extended<D> LogOfPositive(Extended<D> x, Lanes<D> shift) {
  const BinaryParts<D> parts = Split(x.high);
  const Extended<D> fraction = FastTwoSum(parts.fraction, x.low * parts.downscale);
  // Where the fraction is 0 or tiny, the rest of x may be larger than it; FastTwoSum allows for 0, and tiny
  // ones are whole multiples of x.high's last place, which is above x.low.
  const LogTerms<D> log = LogOfParts(parts.exponent + shift, fraction.high);
  // low / (1 + f), of which a few digits count.
  const Lanes<D> s = log.ratio;
  const Lanes<D> low = fraction.low * MulAdd(s + s, s - Lanes<D>(1), Lanes<D>(1));
  return {log.high, log.rest + (log.lost + low)};
}

// A logarithm's result, or what it is where x is no positive finite number.
template <class D>
HWY_INLINE Lanes<D> WithLimitsOfLog(Lanes<D> x, Lanes<D> result) {
  using Traits = MathTraits<D>;
  const Lanes<D> zero(0);
  const Lanes<D> infinity(Traits::kInfinity);
  const Lanes<D> finite = Choose(x > zero, result, Choose(x == zero, -infinity, Lanes<D>(Traits::kNan)));
  return Choose(x == infinity, infinity, finite);
}

// Whether all numbers of a vector are positive, finite and not subnormal: nearly always.
template <class D>
HWY_INLINE bool AllNormal(Lanes<D> x) {
  using Number = typename MathTraits<D>::Number;
  return hn::AllTrue(D(), hn::And((x < Lanes<D>(MathTraits<D>::kInfinity)).mask,
                                  hn::Ge(x.vector, hn::Set(D(), std::numeric_limits<Number>::min()))));
}

// Of floats, by a table.
template <const LogarithmTable& kTable, class D>
HWY_INLINE Lanes<D> LogInPieces(LogarithmOfTwo unit, Lanes<D> x) {
  if (HWY_LIKELY(AllNormal(x))) {
    return LogOfNormal<kTable>(unit, x);
  }
  // Subnormal numbers are made normal first.
  const auto subnormal = x < Lanes<D>(std::numeric_limits<float>::min());
  return WithLimitsOfLog(x, LogOfNormal<kTable>(unit, Choose(subnormal, x * Lanes<D>(0x1p24F), x),
                                                Choose(subnormal, Lanes<D>(24), Lanes<D>(0))));
}

template <class D>
HWY_INLINE Lanes<D> Log(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    using C = MathConstants<float>;
    return LogInPieces<kNaturalLogarithms>({C::kLn2High, C::kLn2Low}, x);
  } else {
    return WithLimitsOfLog(x, Rounded(LogOfPositive(x)));
  }
}

// Of doubles: exponent * (whole.high + whole.low) + log(1 + f) * (factor.high + factor.low).
template <class D>
HWY_INLINE Lanes<D> LogToBase(const BinaryParts<D>& parts, Extended<D> whole, Extended<D> factor) {
  const LogTerms<D> log = LogOfParts(Lanes<D>(0), parts.fraction);
  const Extended<D> scaled = Product(FastTwoSum(log.high, log.rest + log.lost), factor);
  const Extended<D> sum = FastTwoSum(parts.exponent * whole.high, scaled.high);
  return sum.high + MulAdd(parts.exponent, whole.low, sum.low + scaled.low);
}
template <class D>
HWY_INLINE Lanes<D> LogToBase(Lanes<D> x, Extended<D> whole, Extended<D> factor) {
  if (HWY_LIKELY(AllNormal(x))) {
    return LogToBase(SplitNormal(x), whole, factor);
  }
  return WithLimitsOfLog(x, LogToBase(Split(x), whole, factor));
}

template <class D>
HWY_INLINE Lanes<D> Log2(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return LogInPieces<kBinaryLogarithms>({1, 0}, x);
  } else {
    using C = typename MathTraits<D>::Constants;
    return LogToBase<D>(x, {Lanes<D>(1), Lanes<D>(0)}, {Lanes<D>(C::kLog2EHigh), Lanes<D>(C::kLog2ELow)});
  }
}

template <class D>
HWY_INLINE Lanes<D> Log10(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  if constexpr (MathTraits<D>::kIsFloat) {
    return LogInPieces<kDecimalLogarithms>({C::kLog10Of2High, C::kLog10Of2Low}, x);
  } else {
    return LogToBase<D>(x, {Lanes<D>(C::kLog10Of2High), Lanes<D>(C::kLog10Of2Low)},
                        {Lanes<D>(C::kLog10EHigh), Lanes<D>(C::kLog10ELow)});
  }
}

template <class D>
HWY_INLINE Lanes<D> Log1p(Lanes<D> x) {
  const Extended<D> sum = TwoSum(x, Lanes<D>(1));
  if constexpr (MathTraits<D>::kIsFloat) {
    using C = MathConstants<float>;
    const LogarithmOfTwo unit{C::kLn2High, C::kLn2Low};
    const Lanes<D> result =
        CopySign(LogOfNormal<kNaturalLogarithms>(unit, sum.high, Lanes<D>(0), sum.low), x);
    return HWY_LIKELY(AllNormal(sum.high)) ? result : WithLimitsOfLog(sum.high, result);
  } else {
    const Lanes<D> result = WithLimitsOfLog(sum.high, Rounded(LogOfPositive(sum, Lanes<D>(0))));
    return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
  }
}

// asinh(|x|) = log(|x| + sqrt(x^2 + 1)).
template <class D>
HWY_INLINE Lanes<D> AsinhOfDouble(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const auto large = magnitude > Lanes<D>(0x1p30);
  const Lanes<D> bounded = Choose(large, Lanes<D>(1), magnitude);
  const Extended<D> square = TwoProduct(bounded, bounded);
  Extended<D> radicand = TwoSum(square.high, Lanes<D>(1));
  radicand.low = radicand.low + square.low;
  const Extended<D> root = SquareRoot(radicand);
  Extended<D> sum = FastTwoSum(root.high, bounded);
  sum = FastTwoSum(sum.high, sum.low + root.low);
  sum = {Choose(large, magnitude, sum.high), Choose(large, Lanes<D>(0), sum.low)};
  const Lanes<D> shift = Choose(large, Lanes<D>(1), Lanes<D>(0));
  const Lanes<D> result = WithLimitsOfLog(sum.high, Rounded(LogOfPositive(sum, shift)));
  // x - x^3 / 6 is all there is.
  const Lanes<D> small = MulAdd(x * x, x * Lanes<D>(-1.0 / 6), x);
  return Choose(magnitude < Lanes<D>(0x1p-20), small, CopySign(result, x));
}
template <class D>
HWY_INLINE Lanes<D> Asinh(Lanes<D> x) {
  const Lanes<D> result = InDouble(x, [](auto wide) HWY_ATTR { return AsinhOfDouble(wide); });
  return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
}

// acosh(x) = log(x + sqrt(x^2 - 1)).
template <class D>
HWY_INLINE Lanes<D> AcoshOfDouble(Lanes<D> x) {
  const auto large = x > Lanes<D>(0x1p30);
  const Lanes<D> one(1);
  const Lanes<D> bounded = Choose(large, one, x);
  const Extended<D> square = TwoProduct(bounded, bounded);
  Extended<D> radicand = TwoSum(square.high, -one);
  radicand = FastTwoSum(radicand.high, radicand.low + square.low);
  const Extended<D> root = SquareRoot(radicand);
  Extended<D> sum = FastTwoSum(bounded, root.high);
  sum = FastTwoSum(sum.high, sum.low + root.low);
  sum = {Choose(large, x, sum.high), Choose(large, Lanes<D>(0), sum.low)};
  const Lanes<D> shift = Choose(large, one, Lanes<D>(0));
  const Lanes<D> result = WithLimitsOfLog(sum.high, Rounded(LogOfPositive(sum, shift)));
  return Choose(x > one, result, Choose(x == one, Lanes<D>(0), Lanes<D>(MathTraits<D>::kNan)));
}
template <class D>
HWY_INLINE Lanes<D> Acosh(Lanes<D> x) {
  return InDouble(x, [](auto wide) HWY_ATTR { return AcoshOfDouble(wide); });
}

// atanh(|x|) = log(u / d) / 2 with u = 1 + |x|, d = 1 - |x|. With the 2^k that is nearest to u / d, and w =
// 2^k d: that is k log(2) / 2 + s + s^3 P(s^2) / 2, s = (u - w) / (u + w).
template <class D>
HWY_INLINE Lanes<D> Atanh(Lanes<D> x) {
  using Traits = MathTraits<D>;
  using C = typename Traits::Constants;
  using Word = typename Traits::Word;
  constexpr int kBits = Traits::kFractionBits;
  const typename Traits::Words words;
  const Lanes<D> one(1);
  const Lanes<D> half(0.5);
  const Lanes<D> magnitude = Absolute(x);
  const Extended<D> u = FastTwoSum(one, magnitude);
  const Extended<D> d = FastTwoSum(one, -magnitude);
  // Bit patterns are nearly logarithms; the offset rounds their difference, and is the bias.
  constexpr Word kOffset = (Traits::kBias << kBits) + (Word{1} << (kBits - 1));
  const auto biased =
      hn::ShiftRight<kBits>(hn::Add(hn::Sub(WordsOf(u.high), WordsOf(d.high)), hn::Set(words, kOffset)));
  const Lanes<D> large = ByType<D>(0x1p23F, 0x1p52);
  const Lanes<D> counted(hn::BitCast(D(), hn::Or(biased, WordsOf(large))));
  const Lanes<D> k = counted - ByType<D>(0x1p23F + 127, 0x1p52 + 1023);
  const Lanes<D> power = PowerOfTwo<D>(biased);
  const Extended<D> w{power * d.high, power * d.low};
  // u.high - w.high is exact: they are within a factor of 2.
  const Extended<D> difference = TwoSum(u.high - w.high, u.low - w.low);
  Extended<D> sum = TwoSum(u.high, w.high);
  sum.low = sum.low + (u.low + w.low);
  const Extended<D> s = Quotient(difference, sum);
  const Lanes<D> square = s.high * s.high;
  const Lanes<D> cubic = s.high * square * (Polynomial(C::kLog, square) * half);
  const Extended<D> two = FastTwoSum(k * (Lanes<D>(C::kLn2High) * half), s.high);
  const Lanes<D> low = MulAdd(k, Lanes<D>(C::kLn2Low) * half, s.low) + two.low;
  const Lanes<D> result = two.high + (low + cubic);
  const Lanes<D> edge = Choose(magnitude == one, Lanes<D>(Traits::kInfinity), Lanes<D>(Traits::kNan));
  return CopySign(Choose(magnitude < one, result, edge), x);
}

// log(x) to some 12 digits (of bits, for float) more than the type holds, which multiplication by a large
// exponent brings to light: 2 s + s^3 (2/3 + s^2 P(s^2)) with the first terms as sums.
template <class D>
HWY_INLINE Extended<D> PreciseLog(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const BinaryParts<D> parts = Split(x);
  const Lanes<D> two(2);
  const Extended<D> s = Quotient(Extended<D>{parts.fraction, Lanes<D>(0)}, FastTwoSum(two, parts.fraction));
  const Extended<D> square = Product(s, s);
  const Lanes<D> tail = square.high * Polynomial(C::kLogTail, square.high);
  Extended<D> factor = FastTwoSum(Lanes<D>(C::kTwoThirdsHigh), tail);
  factor.low = factor.low + Lanes<D>(C::kTwoThirdsLow);
  const Extended<D> cubic = Product(Product(square, s), factor);
  const Extended<D> whole = TwoProduct(parts.exponent, Lanes<D>(C::kLn2FullHigh));
  const Extended<D> first = FastTwoSum(whole.high, s.high * two);
  const Extended<D> second = FastTwoSum(first.high, cubic.high);
  const Lanes<D> low = MulAdd(parts.exponent, Lanes<D>(C::kLn2FullLow), whole.low) +
                       (MulAdd(s.low, two, cubic.low) + (first.low + second.low));
  return FastTwoSum(second.high, low);
}

// x^y = e^(y log|x|), with the sign of x where y is odd.
template <class D>
HWY_INLINE Lanes<D> Pow(Lanes<D> x, Lanes<D> y) {
  using Traits = MathTraits<D>;
  const Lanes<D> zero(0);
  const Lanes<D> one(1);
  const Lanes<D> infinity(Traits::kInfinity);
  const Lanes<D> nan(Traits::kNan);
  const Lanes<D> magnitude = Absolute(x);
  // Beyond the bounds all powers of a number but 1 are 0 or infinite; and even.
  const Lanes<D> bound = ByType<D>(0x1p34F, 0x1p64);
  const Lanes<D> exponent = Bounded(y, -bound, bound);
  const Extended<D> log = PreciseLog(magnitude);
  Extended<D> product = TwoProduct(log.high, exponent);
  product.low = MulAdd(log.low, exponent, product.low);
  const Lanes<D> most = ByType<D>(89, 710);
  const Lanes<D> least = ByType<D>(-105, -746);
  const auto beyond = (product.high > most) | (product.high < least);
  product = {Bounded(product.high, least, most), Choose(beyond, zero, product.low)};
  Lanes<D> result = Rounded(Exponential(product));

  // |x| is 0, 1 or infinite, or y is infinite.
  const auto grows = (magnitude > one) ^ (y < zero);
  const auto extreme = (magnitude == zero) | (magnitude == infinity) | (Absolute(y) == infinity);
  result = Choose(extreme, Choose(grows, infinity, zero), result);
  result = Choose(magnitude == one, one, result);

  const Lanes<D> half = y * Lanes<D>(0.5);
  const auto isWhole = RoundToEven(y) == y;
  const auto odd = isWhole & !(RoundToEven(half) == half);
  result = Choose(HasSign(x) & odd, -result, result);
  const auto undefined = (x < zero) & !(isWhole | (x == -infinity));
  result = Choose(undefined, nan, result);
  result = Choose(IsNan(x) | IsNan(y), x + y, result);
  return Choose((y == zero) | (x == one), one, result);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_LOGARITHM_INL
