// SPDX-License-Identifier: Apache-2.0
//
// What the elementary functions are made of: sums of two numbers that hold more digits than one, polynomials,
// powers of two. All of it is additions, products, quotients, square roots, fused multiply-adds and
// operations on bits: the same bits on every target. For files that are compiled once for each instruction
// set; include after highway.h.
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "simd/math_constants.h"

#if defined(OPENACLNN_SIMD_MATH_COMMON_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_COMMON_INL
#undef OPENACLNN_SIMD_MATH_COMMON_INL
#else
#define OPENACLNN_SIMD_MATH_COMMON_INL
#endif

#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/lanes-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How the numbers of a vector are stored, and the numbers at the ends of their range.
template <class D>
struct MathTraits {
  using Number = hn::TFromD<D>;
  using Constants = MathConstants<Number>;
  using Words = hn::RebindToUnsigned<D>;
  using Word = hn::TFromD<Words>;
  static constexpr bool kIsFloat = sizeof(Number) == 4;
  static constexpr int kFractionBits = kIsFloat ? 23 : 52;
  static constexpr Word kBias = kIsFloat ? 127 : 1023;
  // Below it, a function with f(x) = x + c x^2 + ... rounds to x if c is about 1.
  static constexpr Number kTiny = kIsFloat ? Number(0x1p-30) : Number(0x1p-60);
  static constexpr Number kInfinity = std::numeric_limits<Number>::infinity();
  static constexpr Number kNan = std::numeric_limits<Number>::quiet_NaN();
};

// A number of each of the two types: Lanes<D> of one that depends on the type.
template <class D>
HWY_INLINE Lanes<D> ByType(float ofFloat, double ofDouble) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return Lanes<D>(ofFloat);
  } else {
    return Lanes<D>(ofDouble);
  }
}

template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> WordsOf(Lanes<D> x) {
  return hn::BitCast(hn::RebindToUnsigned<D>(), x.vector);
}

template <class D>
HWY_INLINE Lanes<D> CopySign(Lanes<D> magnitude, Lanes<D> sign) {
  return Lanes<D>(hn::CopySign(magnitude.vector, sign.vector));
}
// Whether the sign is that of negative numbers, of zero and NaN as well.
template <class D>
HWY_INLINE Truths<D> HasSign(Lanes<D> x) {
  return CopySign(Lanes<D>(1), x) < Lanes<D>(0);
}

// A sum of two numbers, the second one small beside the first.
template <class D>
struct Extended {
  Lanes<D> high;
  Lanes<D> low;
};

// a + b, exactly. The magnitude of a must not be below that of b, or a be 0.
template <class D>
HWY_INLINE Extended<D> FastTwoSum(Lanes<D> a, Lanes<D> b) {
  const Lanes<D> sum = a + b;
  return {sum, b - (sum - a)};
}

// The same sum with the second number below the first one's last place.
template <class D>
HWY_INLINE Extended<D> Normalized(Extended<D> a) {
  return FastTwoSum(a.high, a.low);
}

// a + b, exactly.
template <class D>
HWY_INLINE Extended<D> TwoSum(Lanes<D> a, Lanes<D> b) {
  const Lanes<D> sum = a + b;
  const Lanes<D> added = sum - a;
  return {sum, (a - (sum - added)) + (b - added)};
}

// a * b, exactly unless it leaves the range.
template <class D>
HWY_INLINE Extended<D> TwoProduct(Lanes<D> a, Lanes<D> b) {
  const Lanes<D> product = a * b;
  return {product, MulSub(a, b, product)};
}

template <class D>
HWY_INLINE Extended<D> Product(Extended<D> a, Extended<D> b) {
  const Extended<D> product = TwoProduct(a.high, b.high);
  return FastTwoSum(product.high, MulAdd(a.high, b.low, MulAdd(a.low, b.high, product.low)));
}

template <class D>
HWY_INLINE Extended<D> Quotient(Extended<D> a, Extended<D> b) {
  const Lanes<D> inverse = Lanes<D>(1) / b.high;
  const Lanes<D> quotient = a.high * inverse;
  const Lanes<D> rest = NegMulAdd(quotient, b.high, a.high) + NegMulAdd(quotient, b.low, a.low);
  return {quotient, rest * inverse};
}

// The square root of a positive number.
template <class D>
HWY_INLINE Extended<D> SquareRoot(Extended<D> a) {
  const Lanes<D> root = SquareRoot(a.high);
  const Lanes<D> rest = NegMulAdd(root, root, a.high) + a.low;
  return {root, rest * Lanes<D>(0.5) / root};
}

template <class D>
HWY_INLINE Lanes<D> Rounded(Extended<D> a) {
  return a.high + a.low;
}

template <class D, class Coefficients, size_t... kStep>
HWY_INLINE Lanes<D> PolynomialOf(const Coefficients& coefficients, Lanes<D> x,
                                 std::index_sequence<kStep...> /*steps*/) {
  constexpr size_t kLast = std::tuple_size_v<Coefficients> - 1;
  const Lanes<D> square = x * x;
  std::array<Lanes<D>, 2> sums{Lanes<D>(coefficients[kLast]), Lanes<D>(coefficients[kLast - 1])};
  ((sums[kStep % 2] = MulAdd(sums[kStep % 2], square, Lanes<D>(coefficients[kLast - 2 - kStep]))), ...);
  return MulAdd(sums[1 - kLast % 2], x, sums[kLast % 2]);
}

// The sum of coefficients[i] * x^i: that of the even powers and that of the odd ones, side by side, which is
// half as long a chain.
template <class D, class Coefficients>
HWY_INLINE Lanes<D> Polynomial(const Coefficients& coefficients, Lanes<D> x) {
  return PolynomialOf(coefficients, x, std::make_index_sequence<std::tuple_size_v<Coefficients> - 2>());
}

// A whole number, in the low bits of `words` as well.
template <class D>
struct WholeNumber {
  Lanes<D> number;
  hn::Vec<hn::RebindToUnsigned<D>> words;
};

// The nearest whole number, to even where two are equally near. Its magnitude must be below 2^22 (2^51).
template <class D>
HWY_INLINE WholeNumber<D> ToWhole(Lanes<D> x) {
  const Lanes<D> shift = ByType<D>(0x1.8p23F, 0x1.8p52);
  const Lanes<D> sum = x + shift;
  return {sum - shift, WordsOf(sum)};
}

// The same, with twice the bias of exponents added to the words: what Scaled takes.
template <class D>
HWY_INLINE WholeNumber<D> ToExponent(Lanes<D> x) {
  const Lanes<D> shift = ByType<D>(0x1.8p23F + 254, 0x1.8p52 + 2046);
  const Lanes<D> sum = x + shift;
  return {sum - shift, WordsOf(sum)};
}

// 2^n, of n and the bias in the low bits of words; n must be in the range of normal numbers.
template <class D>
HWY_INLINE Lanes<D> PowerOfTwo(hn::Vec<hn::RebindToUnsigned<D>> words) {
  return Lanes<D>(hn::BitCast(D(), hn::ShiftLeft<MathTraits<D>::kFractionBits>(words)));
}

#if HWY_TARGET <= HWY_AVX3
// One instruction of AVX-512, which Highway has no name for.
HWY_INLINE __m512 ScaledVector(__m512 x, __m512 n) {
  return _mm512_scalef_ps(x, n);
}
HWY_INLINE __m256 ScaledVector(__m256 x, __m256 n) {
  return _mm256_scalef_ps(x, n);
}
HWY_INLINE __m128 ScaledVector(__m128 x, __m128 n) {
  return _mm_scalef_ps(x, n);
}
HWY_INLINE __m512d ScaledVector(__m512d x, __m512d n) {
  return _mm512_scalef_pd(x, n);
}
HWY_INLINE __m256d ScaledVector(__m256d x, __m256d n) {
  return _mm256_scalef_pd(x, n);
}
HWY_INLINE __m128d ScaledVector(__m128d x, __m128d n) {
  return _mm_scalef_pd(x, n);
}
// The same where `power` is not below `least`, and 0 elsewhere.
HWY_INLINE __m512 ScaledVector(__m512 power, float least, __m512 x, __m512 n) {
  return _mm512_maskz_scalef_ps(_mm512_cmp_ps_mask(power, _mm512_set1_ps(least), _CMP_NLT_UQ), x, n);
}
HWY_INLINE __m256 ScaledVector(__m256 power, float least, __m256 x, __m256 n) {
  return _mm256_maskz_scalef_ps(_mm256_cmp_ps_mask(power, _mm256_set1_ps(least), _CMP_NLT_UQ), x, n);
}
HWY_INLINE __m128 ScaledVector(__m128 power, float least, __m128 x, __m128 n) {
  return _mm_maskz_scalef_ps(_mm_cmp_ps_mask(power, _mm_set1_ps(least), _CMP_NLT_UQ), x, n);
}
HWY_INLINE __m512d ScaledVector(__m512d power, double least, __m512d x, __m512d n) {
  return _mm512_maskz_scalef_pd(_mm512_cmp_pd_mask(power, _mm512_set1_pd(least), _CMP_NLT_UQ), x, n);
}
HWY_INLINE __m256d ScaledVector(__m256d power, double least, __m256d x, __m256d n) {
  return _mm256_maskz_scalef_pd(_mm256_cmp_pd_mask(power, _mm256_set1_pd(least), _CMP_NLT_UQ), x, n);
}
HWY_INLINE __m128d ScaledVector(__m128d power, double least, __m128d x, __m128d n) {
  return _mm_maskz_scalef_pd(_mm_cmp_pd_mask(power, _mm_set1_pd(least), _CMP_NLT_UQ), x, n);
}
#endif

// x 2^n, rounded once, for any n of up to twice the range of exponents. Without an instruction for it n and
// the bias are halved.
template <class D>
HWY_INLINE Lanes<D> Scaled(Lanes<D> x, WholeNumber<D> exponent) {
#if HWY_TARGET <= HWY_AVX3
  return Lanes<D>(hn::Vec<D>{ScaledVector(x.vector.raw, exponent.number.vector.raw)});
#else
  const auto half = hn::ShiftRight<1>(exponent.words);
  return x * PowerOfTwo<D>(half) * PowerOfTwo<D>(hn::Sub(exponent.words, half));
#endif
}

// Where a power of e leaves the range of numbers on its way to 0, a processor takes hundreds of cycles, and
// powers of -infinity are common: they are masked elements. So no product gets there: with an instruction for
// it these elements are left out of it, and without one both halves of n are 0.

// A power of e that Scaled below takes.
template <class D>
HWY_INLINE Lanes<D> BoundedPower(Lanes<D> power) {
#if HWY_TARGET <= HWY_AVX3
  return power;
#else
  return AtLeast(power, ByType<D>(-176, -1418));
#endif
}

// x 2^n, which is e^power and rounded once; 0 of any power that is too low.
template <class D>
HWY_INLINE Lanes<D> Scaled(Lanes<D> power, Lanes<D> x, WholeNumber<D> exponent) {
#if HWY_TARGET <= HWY_AVX3
  constexpr auto kLeast = static_cast<hn::TFromD<D>>(MathTraits<D>::kIsFloat ? -105 : -746);
  return Lanes<D>(
      hn::Vec<D>{ScaledVector(power.vector.raw, kLeast, x.vector.raw, exponent.number.vector.raw)});
#else
  (void)power;
  return Scaled(x, exponent);
#endif
}

// Calls function(x) with x in float64: for float functions that would take more work to get right in float. A
// vector of floats must have two lanes or more.
template <class D, class Function>
HWY_INLINE Lanes<D> InDouble(Lanes<D> x, const Function& function) {
  if constexpr (!MathTraits<D>::kIsFloat) {
    return function(x);
  } else {
#if HWY_TARGET == HWY_SCALAR
    using Doubles = hn::Rebind<double, D>;
    return Lanes<D>(Demote(D(), function(Lanes<Doubles>(hn::PromoteTo(Doubles(), x.vector))).vector));
#else
    using Half = hn::Half<D>;
    using Doubles = hn::Rebind<double, Half>;
    const auto upper =
        function(Lanes<Doubles>(hn::PromoteTo(Doubles(), hn::UpperHalf(Half(), x.vector)))).vector;
    const auto lower =
        function(Lanes<Doubles>(hn::PromoteTo(Doubles(), hn::LowerHalf(Half(), x.vector)))).vector;
    return Lanes<D>(hn::Combine(D(), Demote(Half(), upper), Demote(Half(), lower)));
#endif
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_COMMON_INL
