// SPDX-License-Identifier: Apache-2.0
//
// Sin, Cos, Tan and the inverse functions, of Lanes of float or double. For files that are compiled once for
// each instruction set; include after highway.h.
#include <array>

#include "simd/angle_reduction.h"

#if defined(OPENACLNN_SIMD_MATH_TRIGONOMETRIC_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_TRIGONOMETRIC_INL
#undef OPENACLNN_SIMD_MATH_TRIGONOMETRIC_INL
#else
#define OPENACLNN_SIMD_MATH_TRIGONOMETRIC_INL
#endif

#include <hwy/highway.h>

#include "simd/math_common-inl.h"
#include "simd/math_pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// An angle beyond a number of right angles, from -pi/4 to pi/4.
template <class D>
struct Angle {
  Extended<D> rest;
  hn::Vec<hn::RebindToUnsigned<D>> quadrant;  // its lowest two bits count
};

// x - n pi/2, with pi/2 as a sum of three numbers, of an x that is not huge. The first product with n and the
// subtraction from x take no rounding in a fused operation: the difference is a multiple of the last place of
// pi/2's first part, and below 1. Unless n is 0 it is a multiple of the second product's last place, too,
// which is what FastTwoSum needs.
// `low` may be as large as the last place of `high`.
template <class D>
HWY_INLINE Angle<D> ReduceRoughly(Lanes<D> x) {
  using C = typename MathTraits<D>::Constants;
  const WholeNumber<D> n = ToWhole(x * Lanes<D>(C::kTwoOverPi));
  const Lanes<D> first = MulAdd(n.number, Lanes<D>(-C::kHalfPiHigh), x);
  const Extended<D> correction = TwoProduct(n.number, Lanes<D>(-C::kHalfPiLow));
  const Extended<D> second = FastTwoSum(first, correction.high);
  const Lanes<D> low = MulAdd(n.number, Lanes<D>(-C::kHalfPiThird), second.low + correction.low);
  return {{second.high, low}, n.words};
}
// With `low` below half of that.
template <class D>
HWY_INLINE Angle<D> Reduce(Lanes<D> x) {
  const Angle<D> angle = ReduceRoughly(x);
  return {Normalized(angle.rest), angle.quadrant};
}

template <class D>
HWY_INLINE Truths<D> IsHuge(Lanes<D> x) {
  return Absolute(x) > ByType<D>(0x1p16F, 0x1p30);
}

// The same of any x.
template <class D>
HWY_NOINLINE Angle<D> ReduceAny(Lanes<D> x) {
  using Traits = MathTraits<D>;
  constexpr size_t kLanes = hn::MaxLanes(D());
  const typename Traits::Words words;
  const Angle<D> reduced = Reduce(x);
  HWY_ALIGN std::array<typename Traits::Number, kLanes> angles;
  HWY_ALIGN std::array<typename Traits::Number, kLanes> high;
  HWY_ALIGN std::array<typename Traits::Number, kLanes> low;
  HWY_ALIGN std::array<typename Traits::Word, kLanes> quadrants;
  HWY_ALIGN std::array<typename Traits::Word, kLanes> huge;
  hn::Store(x.vector, D(), angles.data());
  hn::Store(reduced.rest.high.vector, D(), high.data());
  hn::Store(reduced.rest.low.vector, D(), low.data());
  hn::Store(reduced.quadrant, words, quadrants.data());
  hn::Store(hn::BitCast(words, hn::VecFromMask(D(), IsHuge(x).mask)), words, huge.data());
  for (size_t i = 0; i < hn::Lanes(D()); ++i) {
    if (huge[i] != 0) {
      const ReducedAngle angle = ReduceAngle(angles[i]);
      high[i] = static_cast<typename Traits::Number>(angle.high);
      low[i] = static_cast<typename Traits::Number>((angle.high - high[i]) + angle.low);
      quadrants[i] = static_cast<typename Traits::Word>(angle.quadrant);
    }
  }
  return {{Lanes<D>(hn::Load(D(), high.data())), Lanes<D>(hn::Load(D(), low.data()))},
          hn::Load(words, quadrants.data())};
}

// sin and cos of a reduced angle; `low` is not necessarily tiny.
template <class D>
HWY_INLINE Extended<D> SmallSine(Extended<D> r) {
  const Lanes<D> square = r.high * r.high;
  const Lanes<D> cubic = square * r.high * Polynomial(MathTraits<D>::Constants::kSin, square);
  return {r.high, MulAdd(r.low, MulAdd(square, Lanes<D>(-0.5), Lanes<D>(1)), cubic)};
}
template <class D>
HWY_INLINE Extended<D> SmallCosine(Extended<D> r) {
  const Lanes<D> one(1);
  const Lanes<D> square = r.high * r.high;
  const Lanes<D> half = square * Lanes<D>(0.5);
  const Lanes<D> main = one - half;
  const Lanes<D> rest = (one - main) - half;
  // 1/2 r^2 as it is, not as it was rounded.
  const Lanes<D> lost = MulSub(r.high, r.high, square) * Lanes<D>(-0.5);
  const Lanes<D> fourth = square * square * Polynomial(MathTraits<D>::Constants::kCos, square);
  return {main, rest + (lost + NegMulAdd(r.high, r.low, fourth))};
}

template <class D>
HWY_INLINE Truths<D> IsOdd(hn::Vec<hn::RebindToUnsigned<D>> quadrant) {
  const hn::RebindToUnsigned<D> words;
  return Truths<D>(hn::RebindMask(D(), hn::TestBit(quadrant, hn::Set(words, 1))));
}

// x with its sign turned where bit 1 of `quadrant` is set.
template <class D>
HWY_INLINE Lanes<D> TurnSign(Lanes<D> x, hn::Vec<hn::RebindToUnsigned<D>> quadrant) {
  constexpr int kSignBit = static_cast<int>(8 * sizeof(hn::TFromD<D>)) - 1;
  const auto turn = hn::ShiftLeft<kSignBit>(hn::ShiftRight<1>(quadrant));
  return Lanes<D>(hn::BitCast(D(), hn::Xor(WordsOf(x), turn)));
}

template <class D>
HWY_INLINE Extended<D> Choose(Truths<D> condition, Extended<D> yes, Extended<D> no) {
  return {Choose(condition, yes.high, no.high), Choose(condition, yes.low, no.low)};
}

// Functions of x by its angle beyond a number of right angles.
struct SinOfAngle {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> x, const Angle<D>& angle) {
    const Extended<D> result =
        Choose(IsOdd<D>(angle.quadrant), SmallCosine(angle.rest), SmallSine(angle.rest));
    return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, TurnSign(Rounded(result), angle.quadrant));
  }
};
struct CosOfAngle {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> /*x*/, const Angle<D>& angle) {
    const hn::RebindToUnsigned<D> words;
    const Extended<D> result =
        Choose(IsOdd<D>(angle.quadrant), SmallSine(angle.rest), SmallCosine(angle.rest));
    return TurnSign(Rounded(result), hn::Add(angle.quadrant, hn::Set(words, 1)));
  }
};
struct TanOfAngle {
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> x, const Angle<D>& angle) {
    const Extended<D> sine = Normalized(SmallSine(angle.rest));
    const Extended<D> cosine = Normalized(SmallCosine(angle.rest));
    const auto odd = IsOdd<D>(angle.quadrant);
    const Lanes<D> quotient = Rounded(Quotient(Choose(odd, cosine, sine), Choose(odd, sine, cosine)));
    const Lanes<D> result = Choose(odd, -quotient, quotient);
    return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
  }
};

template <class Function, class D>
HWY_NOINLINE Lanes<D> OfAnyAngle(Lanes<D> x) {
  return Function::Compute(x, ReduceAny(x));
}

// Huge angles, which are rare, take a function of their own from the beginning: one that handed its angle
// over here would keep every angle in memory.
template <class Function, class D>
HWY_INLINE Lanes<D> OfAngle(Lanes<D> x) {
  if (HWY_UNLIKELY(!hn::AllFalse(D(), IsHuge(x).mask))) {
    return OfAnyAngle<Function>(x);
  }
  return Function::Compute(x, Reduce(x));
}

// Sine and cosine of floats that are not huge: of an angle r, either is m + m r^2 P(r^2), where m is r for a
// sine and 1 for a cosine; only the coefficients differ.
template <bool kCosine, class D>
HWY_INLINE Lanes<D> SineOrCosine(Lanes<D> x) {
  using C = MathConstants<float>;
  const hn::RebindToUnsigned<D> words;
  const Angle<D> angle = ReduceRoughly(x);
  const Lanes<D> r = angle.rest.high;
  const auto quadrant = kCosine ? hn::Add(angle.quadrant, hn::Set(words, 1)) : angle.quadrant;
  const Truths<D> isCosine = IsOdd<D>(quadrant);
  const auto either = [&](float ofCosine, float ofSine)
                          HWY_ATTR { return Choose(isCosine, Lanes<D>(ofCosine), Lanes<D>(ofSine)); };
  const Lanes<D> square = r * r;
  Lanes<D> polynomial = either(C::kCos[2], C::kSin[3]);
  polynomial = MulAdd(polynomial, square, either(C::kCos[1], C::kSin[2]));
  polynomial = MulAdd(polynomial, square, either(C::kCos[0], C::kSin[1]));
  polynomial = MulAdd(polynomial, square, either(-0.5F, C::kSin[0]));
  const Lanes<D> main = Choose(isCosine, Lanes<D>(1), r);
  // What r lacks, times the derivative: -sin(r), or cos(r), of which the first digits do.
  const Lanes<D> slope = Choose(isCosine, -r, MulAdd(square, Lanes<D>(-0.5F), Lanes<D>(1)));
  // 1/2 r^2 as it is, not as it was rounded.
  const Lanes<D> lost = MulSub(r, r, square);
  const Lanes<D> rest = MulAdd(lost, either(-0.5F, 0), angle.rest.low * slope);
  const Lanes<D> result = main + MulAdd(main * square, polynomial, rest);
  return TurnSign(result, quadrant);
}

struct SinOfFloat {
  using OfHuge = SinOfAngle;
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> x) {
    return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, SineOrCosine<false>(x));
  }
};
struct CosOfFloat {
  using OfHuge = CosOfAngle;
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> x) {
    return SineOrCosine<true>(x);
  }
};

struct TanOfFloat {
  using OfHuge = TanOfAngle;
  template <class D>
  static HWY_INLINE Lanes<D> Compute(Lanes<D> x) {
    const Lanes<D> one(1);
    const Angle<D> angle = ReduceRoughly(x);
    const Lanes<D> r = angle.rest.high;
    const Lanes<D> square = r * r;
    const Lanes<D> cube = square * r;
    const Lanes<D> polynomial = Polynomial(MathConstants<float>::kTan, square);
    // What the cube lost by rounding, and what r lacks, times the derivative.
    const Lanes<D> lost = MulAdd(MulSub(r, r, square), r, MulSub(square, r, cube));
    const Lanes<D> first = MulAdd(cube, polynomial, r);
    const Lanes<D> lacking = MulAdd(lost, polynomial, angle.rest.low * MulAdd(first, first, one));
    const Extended<D> tangent = FastTwoSum(r, MulAdd(cube, polynomial, lacking));
    // -1 / tangent, by a quotient and what that lacks.
    const Lanes<D> quotient = -one / tangent.high;
    const Lanes<D> error = NegMulAdd(quotient, tangent.low, NegMulAdd(quotient, tangent.high, -one));
    const Lanes<D> turned = NegMulAdd(error, quotient, quotient);
    const Lanes<D> result = Choose(IsOdd<D>(angle.quadrant), turned, tangent.high);
    return Choose(Absolute(x) < Lanes<D>(MathTraits<D>::kTiny), x, result);
  }
};

template <class Function, class D>
HWY_NOINLINE Lanes<D> OfFloatsWithHuge(Lanes<D> x) {
  return Choose(IsHuge(x), Function::OfHuge::Compute(x, ReduceAny(x)), Function::Compute(x));
}

template <class Function, class D>
HWY_INLINE Lanes<D> OfFloat(Lanes<D> x) {
  if (HWY_UNLIKELY(!hn::AllFalse(D(), IsHuge(x).mask))) {
    return OfFloatsWithHuge<Function>(x);
  }
  return Function::Compute(x);
}

template <class D>
HWY_INLINE Lanes<D> Sin(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return OfFloat<SinOfFloat>(x);
  } else {
    return OfAngle<SinOfAngle>(x);
  }
}

template <class D>
HWY_INLINE Lanes<D> Cos(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return OfFloat<CosOfFloat>(x);
  } else {
    return OfAngle<CosOfAngle>(x);
  }
}

template <class D>
HWY_INLINE Lanes<D> Tan(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return OfFloat<TanOfFloat>(x);
  } else {
    return OfAngle<TanOfAngle>(x);
  }
}

// atan(a / b), of 0 <= a <= b. Beyond tan(pi/8): pi/4 + atan((a - b) / (a + b)).
template <class D>
HWY_INLINE Extended<D> AtanOfQuotient(Lanes<D> a, Lanes<D> b) {
  using C = typename MathTraits<D>::Constants;
  const Lanes<D> zero(0);
  const auto beyond = a > b * ByType<D>(0.41421356F, 0.41421356237309503);
  const Extended<D> numerator = FastTwoSum(Choose(beyond, -b, zero), a);
  const Extended<D> denominator = FastTwoSum(b, Choose(beyond, a, zero));
  const Extended<D> t = Quotient(numerator, denominator);
  const Lanes<D> square = t.high * t.high;
  const Lanes<D> cubic = square * t.high * Polynomial(C::kAtan, square);
  const Lanes<D> low = cubic + NegMulAdd(square, t.low, t.low);
  const Extended<D> sum = FastTwoSum(Choose(beyond, Lanes<D>(C::kQuarterPiHigh), zero), t.high);
  return {sum.high, low + (sum.low + Choose(beyond, Lanes<D>(C::kQuarterPiLow), zero))};
}

// whole - x.
template <class D>
HWY_INLINE Extended<D> Complement(Extended<D> whole, Extended<D> x) {
  const Extended<D> sum = FastTwoSum(whole.high, -x.high);
  return {sum.high, sum.low + (whole.low - x.low)};
}

template <class D>
HWY_INLINE Extended<D> HalfPi() {
  using C = typename MathTraits<D>::Constants;
  return {Lanes<D>(C::kHalfPiHigh), Lanes<D>(C::kHalfPiLow)};
}
template <class D>
HWY_INLINE Extended<D> Pi() {
  using C = typename MathTraits<D>::Constants;
  return {Lanes<D>(C::kPiHigh), Lanes<D>(C::kPiLow)};
}

template <class D>
HWY_INLINE Lanes<D> AtanOfDouble(Lanes<D> x) {
  const Lanes<D> one(1);
  const Lanes<D> magnitude = Absolute(x);
  const Lanes<D> bounded = AtMost(magnitude, Lanes<D>(0x1p60));  // the same angle from here on
  const auto steep = bounded > one;
  const Extended<D> angle = AtanOfQuotient(Choose(steep, one, bounded), Choose(steep, bounded, one));
  const Lanes<D> result = Rounded(Choose(steep, Complement(HalfPi<D>(), angle), angle));
  return Choose(magnitude < Lanes<D>(MathTraits<D>::kTiny), x, CopySign(result, x));
}

template <class D>
HWY_INLINE Lanes<D> Atan(Lanes<D> x) {
  if constexpr (MathTraits<D>::kIsFloat) {
    return CopySign(AtanOfPositive(AtMost(Absolute(x), Lanes<D>(0x1p30F))), x);
  } else {
    return AtanOfDouble(x);
  }
}

// The angle of the point (x, y), by that of the point with coordinates a <= b, both positive.
template <class D>
HWY_INLINE Lanes<D> Atan2(Lanes<D> y, Lanes<D> x) {
  using Traits = MathTraits<D>;
  const Lanes<D> zero(0);
  const Lanes<D> one(1);
  const Lanes<D> infinity(Traits::kInfinity);
  const Lanes<D> height = Absolute(y);
  const Lanes<D> width = Absolute(x);
  const auto steep = height > width;
  Lanes<D> a = Choose(steep, width, height);
  Lanes<D> b = Choose(steep, height, width);
  // Both zero: the angle of (1, 0); both infinite: of (1, 1); one infinite: of (1, 0).
  const auto bothInfinite = a == infinity;
  const auto degenerate = (b == zero) | (b == infinity);
  a = Choose(degenerate, Choose(bothInfinite, one, zero), a);
  b = Choose(degenerate, one, b);
  // Away from the ends of the range.
  const Lanes<D> scale = Choose(b > ByType<D>(0x1p100F, 0x1p900), ByType<D>(0x1p-60F, 0x1p-500),
                                Choose(b < ByType<D>(0x1p-60F, 0x1p-500), ByType<D>(0x1p66F, 0x1p568), one));
  const Lanes<D> scaledA = a * scale;
  const Lanes<D> scaledB = b * scale;
  const Lanes<D> direct = scaledA / scaledB;
  Extended<D> angle = AtanOfQuotient(scaledA, scaledB);
  const auto tiny = direct < Lanes<D>(Traits::kTiny);
  angle = {Choose(tiny, direct, angle.high), Choose(tiny, zero, angle.low)};
  angle = Choose(steep, Complement(HalfPi<D>(), angle), angle);
  angle = Choose(HasSign(x), Complement(Pi<D>(), angle), angle);
  const Lanes<D> result = CopySign(Rounded(angle), y);
  return Choose(IsNan(x) | IsNan(y), x + y, result);
}

// asin(s) - s = s z P(z) with z = s^2, for s up to 1/2; larger ones by s = sqrt((1 - |x|) / 2).
template <class D>
struct HalfArc {
  Truths<D> beyond;
  Extended<D> arc;  // asin(s)
};
template <class D>
HWY_INLINE HalfArc<D> ArcOf(Lanes<D> magnitude) {
  const Lanes<D> half(0.5);
  const auto beyond = magnitude > half;
  const Lanes<D> z = Choose(beyond, MulAdd(magnitude, -half, half), magnitude * magnitude);
  const Lanes<D> root = SquareRoot(z);
  const Lanes<D> s = Choose(beyond, root, magnitude);
  const Lanes<D> lost = NegMulAdd(root, root, z) * half / root;
  const Lanes<D> low = Choose(beyond & (z > Lanes<D>(0)), lost, Lanes<D>(0));
  return {beyond, {s, MulAdd(s * z, Polynomial(MathTraits<D>::Constants::kAsin, z), low)}};
}

template <class D>
HWY_INLINE Extended<D> Doubled(Extended<D> x) {
  return {x.high + x.high, x.low + x.low};
}

template <class D>
HWY_INLINE Lanes<D> Asin(Lanes<D> x) {
  const Lanes<D> magnitude = Absolute(x);
  const HalfArc<D> half = ArcOf(magnitude);
  const Extended<D> large = Complement(HalfPi<D>(), Doubled(half.arc));
  const Lanes<D> result = CopySign(Rounded(Choose(half.beyond, large, half.arc)), x);
  return Choose(magnitude < Lanes<D>(MathTraits<D>::kTiny), x, result);
}

template <class D>
HWY_INLINE Lanes<D> Acos(Lanes<D> x) {
  const HalfArc<D> half = ArcOf(Absolute(x));
  const auto negative = x < Lanes<D>(0);
  const Extended<D> twice = Doubled(half.arc);
  const Extended<D> beyond = Choose(negative, Complement(Pi<D>(), twice), twice);
  const Extended<D> arc{CopySign(half.arc.high, x), Choose(negative, -half.arc.low, half.arc.low)};
  return Rounded(Choose(half.beyond, beyond, Complement(HalfPi<D>(), arc)));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_MATH_TRIGONOMETRIC_INL
