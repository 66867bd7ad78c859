// SPDX-License-Identifier: Apache-2.0
//
// Functions of floats as polynomials of eight intervals, and logarithms, whose coefficients vectors look up
// in registers. For files that are compiled once for each instruction set; include after highway.h.
#include <array>
#include <cstddef>
#include <cstdint>

#include "simd/math_pieces.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_MATH_PIECES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_PIECES_INL
#undef OPENACLNN_SIMD_MATH_PIECES_INL
#else
#define OPENACLNN_SIMD_MATH_PIECES_INL
#endif

#include <hwy/highway.h>

#include "simd/math_common-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Of each number of a vector, which of kEntries, 8 or 16, of a row it takes.
template <int32_t kEntries, class D>
class Entry {
 public:
  using Indices = hn::Vec<hn::RebindToSigned<D>>;

  // The low bits of a number say which.
  HWY_INLINE explicit Entry(Indices numbers) : numbers_(numbers) {}

  [[nodiscard]] HWY_INLINE Lanes<D> In(const FloatRow& row) const {
    [[maybe_unused]] constexpr size_t kLanes = hn::MaxLanes(D());
    const D d;
#if HWY_TARGET <= HWY_AVX3
    if constexpr (kLanes ==
                  16) {  // the instruction looks at no other bits; a row of eight stands there twice
      return Lanes<D>(hn::Vec<D>{_mm512_permutexvar_ps(numbers_.raw, hn::Load(d, row.data()).raw)});
    }
#endif
    const Indices index = hn::And(numbers_, hn::Set(hn::RebindToSigned<D>(), kEntries - 1));
#if HWY_TARGET == HWY_NEON
    if constexpr (kLanes == 4) {
      // The bytes of a float lie side by side.
      const uint8x16_t places = vreinterpretq_u8_u32(
          vmlaq_n_u32(vdupq_n_u32(0x03020100), vreinterpretq_u32_s32(index.raw), 0x04040404));
      const auto* const bytes = reinterpret_cast<const uint8_t*>(row.data());
      const auto quarter = [=](int i) HWY_ATTR { return vld1q_u8(bytes + 16 * i); };
      uint8x16_t found;
      if constexpr (kEntries == 8) {
        found = vqtbl2q_u8(uint8x16x2_t{{quarter(0), quarter(1)}}, places);
      } else {
        found = vqtbl4q_u8(uint8x16x4_t{{quarter(0), quarter(1), quarter(2), quarter(3)}}, places);
      }
      return Lanes<D>(hn::Vec<D>(vreinterpretq_f32_u8(found)));
    }
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
    if constexpr (kLanes == 8 && kEntries == 8) {
      return Lanes<D>(hn::TableLookupLanes(hn::Load(d, row.data()), hn::IndicesFromVec(d, index)));
    } else if constexpr (kLanes == 8) {
      const auto last = hn::Set(hn::RebindToSigned<D>(), 7);
      const auto places = hn::IndicesFromVec(d, hn::And(index, last));
      return Lanes<D>(hn::IfThenElse(hn::RebindMask(d, hn::Gt(index, last)),
                                     hn::TableLookupLanes(hn::Load(d, row.data() + kLanes), places),
                                     hn::TableLookupLanes(hn::Load(d, row.data()), places)));
    }
#endif
    return Lanes<D>(hn::GatherIndex(d, row.data(), index));
  }

 private:
  Indices numbers_;
};

// The logarithm of 2, which a whole number of halvings times the first part is exact of.
struct LogarithmOfTwo {
  float high;
  float low;
};

// The logarithm of x / 2^shift, of positive normal floats. `low` is what x lacks, where it lacks something: less
// than its last place.
template <const LogarithmTable& kTable, class D, class... Low>
HWY_INLINE Lanes<D> LogOfNormal(LogarithmOfTwo unit, Lanes<D> x, Lanes<D> shift = Lanes<D>(0), Low... low) {
  const hn::RebindToSigned<D> ints;
  const auto bits = hn::BitCast(ints, x.vector);
  const auto counted = hn::Sub(bits, hn::Set(ints, 0x3F3504F3));  // from sqrt(1/2)
  const auto exponent = hn::ShiftRight<23>(counted);
  const Lanes<D> e = Lanes<D>(hn::ConvertTo(D(), exponent)) - shift;
  const Lanes<D> m(hn::BitCast(D(), hn::Sub(bits, hn::ShiftLeft<23>(exponent))));
  const Entry<16, D> entry(hn::ShiftRight<19>(counted));
  const Lanes<D> reciprocal = entry.In(kTable.reciprocals);
  const Lanes<D> r = MulSub(m, reciprocal, Lanes<D>(1));
  Lanes<D> rest = MulAdd(e, Lanes<D>(unit.low), entry.In(kTable.low));
  rest = MulAdd(r * r, Polynomial(kTable.polynomial, r), rest);
  Lanes<D> first = r;
  if constexpr (sizeof...(low) > 0) {
    static_assert(kTable.slopeHigh == 1);
    // log(1 + r + s) = log(1 + r) + s - s r, of an s of which a few digits count; it has none where 2^-e is
    // below the normal numbers.
    const auto biased = hn::Max(hn::Sub(hn::Set(ints, 127), exponent), hn::Zero(ints));
    const Lanes<D> s = (low + ...) * Lanes<D>(hn::BitCast(D(), hn::ShiftLeft<23>(biased))) * reciprocal;
    const Extended<D> both = FastTwoSum(r, s);
    rest = NegMulAdd(s, r, rest) + both.low;
    first = both.high;
  } else if constexpr (kTable.slopeHigh != 1) {
    const Extended<D> product = TwoProduct(r, Lanes<D>(kTable.slopeHigh));
    rest = MulAdd(r, Lanes<D>(kTable.slopeLow), rest) + product.low;
    first = product.high;
  }
  // Exact, and if not 0 larger than the first term.
  const Lanes<D> high = MulAdd(e, Lanes<D>(unit.high), entry.In(kTable.high));
  const Extended<D> sum = FastTwoSum(high, first);
  return sum.high + (sum.low + rest);
}

// The function of x >= 0, at most its limit; NaN stays.
template <class D>
HWY_INLINE Lanes<D> InPieces(const FloatPieces& pieces, Lanes<D> x) {
  const hn::RebindToSigned<D> ints;
  const auto counted = hn::ShiftRightSame(
      hn::Sub(hn::BitCast(ints, x.vector), hn::BitCast(ints, hn::Set(D(), pieces.firstEnd))), pieces.lowBits);
  const Entry<8, D> entry(hn::Max(hn::Add(counted, hn::Set(ints, 1)), hn::Zero(ints)));
  const Lanes<D> t = x - entry.In(pieces.centres);
  const auto coefficient = [&](size_t k) HWY_ATTR { return entry.In(pieces.coefficients[k]); };
  // Odd and even powers side by side; the first ones, which count the most, are rounded by themselves.
  const Lanes<D> square = t * t;
  Lanes<D> even = coefficient(8);
  Lanes<D> odd = coefficient(7);
  for (const size_t k : {size_t{6}, size_t{4}, size_t{2}}) {
    even = MulAdd(even, square, coefficient(k));
    odd = MulAdd(odd, square, coefficient(k - 1));
  }
  const Lanes<D> slope = MulAdd(MulAdd(even, t, odd), t, coefficient(0));
  const Lanes<D> value = Choose(x < Lanes<D>(pieces.firstEnd), x, entry.In(pieces.values));
  return MulAdd(slope, t, value);
}

// (high + low) 2^exponent.
template <class D>
struct PartsOfPower {
  Lanes<D> high;
  Lanes<D> low;
  WholeNumber<D> exponent;
};

// e^x of floats that BoundedPower has kept in range: 2^n with eighths in n, and the rest by a polynomial. `low` is
// what x lacks, where it lacks something.
template <class D, class... Low>
HWY_INLINE PartsOfPower<D> ExponentialInParts(Lanes<D> x, Low... low) {
  using C = MathConstants<float>;
  // The words of the sum: eighths, and twice the bias of exponents, which Scaled takes.
  const Lanes<D> shift(0x1.8p23F + 8 * 254);
  const Lanes<D> sum = MulAdd(x, Lanes<D>(8 * C::kLog2EHigh), shift);
  const Lanes<D> eighths = sum - shift;
  const auto words = WordsOf(sum);
  const Lanes<D> first = MulAdd(eighths, Lanes<D>(-C::kLn2High / 8), x);  // exact
  const Lanes<D> r = (MulAdd(eighths, Lanes<D>(-C::kLn2Low / 8), first) + ... + low);
  const Lanes<D> minusOne = MulAdd(r * r, Polynomial(kExponentials.polynomial, r), r);
  const Entry<8, D> entry(hn::BitCast(hn::RebindToSigned<D>(), words));
  const Lanes<D> high = entry.In(kExponentials.high);
  return {high,
          MulAdd(high, minusOne, entry.In(kExponentials.low)),
          {eighths * Lanes<D>(0.125F), hn::ShiftRight<3>(words)}};
}

template <class D>
HWY_INLINE Lanes<D> ExpOfFloat(Lanes<D> x) {
  const PartsOfPower<D> power = ExponentialInParts(x);
  return Scaled(x, power.high + power.low, power.exponent);
}

// Of an x >= 0, which of sixteen intervals it lies in: two for each power of two from firstEnd on, and those beyond
// the last one in that.
template <class D>
HWY_INLINE Entry<16, D> EntryOfHalf(float firstEnd, Lanes<D> x) {
  const hn::RebindToSigned<D> ints;
  const auto before = hn::Sub(hn::BitCast(ints, hn::Set(D(), firstEnd)), hn::Set(ints, 1 << 22));
  const auto counted = hn::ShiftRight<22>(hn::Sub(hn::BitCast(ints, x.vector), before));
  return Entry<16, D>(hn::Min(hn::Max(counted, hn::Zero(ints)), hn::Set(ints, 15)));
}

// erfc(x), of an x from 0 to kErfcFactor.limit: e^(-x^2) times a factor, both as sums of two.
template <class D>
HWY_INLINE Lanes<D> ErfcOfPositive(Lanes<D> x) {
  const Extended<D> square = TwoProduct(x, x);
  const PartsOfPower<D> power = ExponentialInParts(-square.high, -square.low);
  const Entry<16, D> entry = EntryOfHalf(kErfcFactor.firstEnd, x);
  const Lanes<D> t = x - entry.In(kErfcFactor.centres);
  const auto coefficient = [&](size_t k) HWY_ATTR { return entry.In(kErfcFactor.coefficients[k]); };
  const Lanes<D> tSquare = t * t;
  Lanes<D> even = coefficient(6);
  Lanes<D> odd = coefficient(7);
  for (const size_t k : {size_t{4}, size_t{2}, size_t{0}}) {
    even = MulAdd(even, tSquare, coefficient(k));
    odd = MulAdd(odd, tSquare, coefficient(k + 1));
  }
  const Lanes<D> value = entry.In(kErfcFactor.values);
  const Lanes<D> beyond = MulAdd(odd, t, even) * t;
  const Extended<D> product = TwoProduct(power.high, value);
  const Lanes<D> rest = MulAdd(power.low, value + beyond, MulAdd(power.high, beyond, product.low));
  return Scaled(product.high + rest, power.exponent);
}

// atan(x), of an x from 0 to 2^30; NaN stays. The angle is that of the interval's number and one more, of which t is
// the tangent.
template <class D>
HWY_INLINE Lanes<D> AtanOfPositive(Lanes<D> x) {
  const Entry<16, D> entry = EntryOfHalf(kArctangents.firstEnd, x);
  const Lanes<D> tangent = entry.In(kArctangents.tangents);
  const Lanes<D> one = Choose(x < Lanes<D>(kArctangents.lastBegin), Lanes<D>(1), Lanes<D>(0));
  const Lanes<D> t = MulSub(x, one, tangent) / MulAdd(x, tangent, one);
  const Lanes<D> square = t * t;
  const Lanes<D> rest =
      MulAdd(square * t, Polynomial(kArctangents.polynomial, square), entry.In(kArctangents.low));
  return entry.In(kArctangents.high) + (t + rest);
}

// The probability of more than x in the standard normal distribution, of an x from 0 to kNormalTail.limit.
template <class D>
HWY_INLINE Lanes<D> NormalTail(Lanes<D> x) {
  const Lanes<D> numbered = MulAdd(x, Lanes<D>(kNormalTail.reciprocalOfWidth), Lanes<D>(0x1.8p23F));
  const Entry<16, D> entry(hn::BitCast(hn::RebindToSigned<D>(), numbered.vector));
  const Lanes<D> t = x - entry.In(kNormalTail.centres);
  const auto coefficient = [&](size_t k) HWY_ATTR { return entry.In(kNormalTail.coefficients[k]); };
  const Lanes<D> square = t * t;
  Lanes<D> even = coefficient(6);
  Lanes<D> odd = coefficient(7);
  for (const size_t k : {size_t{4}, size_t{2}}) {
    even = MulAdd(even, square, coefficient(k));
    odd = MulAdd(odd, square, coefficient(k + 1));
  }
  const Lanes<D> slope = MulAdd(MulAdd(odd, t, even), square, MulAdd(coefficient(1), t, coefficient(0)));
  return MulAdd(slope, t, entry.In(kNormalTail.values));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_PIECES_INL
