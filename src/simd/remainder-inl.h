// SPDX-License-Identifier: Apache-2.0
//
// Whole quotients and remainders of numbers, as PyTorch has them. Of floating-point numbers the remainder is
// exact, and the quotient is the whole number that goes with it. Include after simd/per_target.h.
// Of an integer divided by 0 the dividend remains.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/whole_division.h"
#include "simd/numbers-inl.h"

namespace openaclnn {

template <typename T>
Wrapping<T> TruncatedRemainder(Wrapping<T> a, Wrapping<T> b) {
  return b.value == 0 ? a : a - TruncatedDivision(a, b) * b;
}

// Whether the truncated quotient is one more than the floor.
template <typename T>
bool IsRoundedUp(Wrapping<T> remainder, Wrapping<T> divisor) {
  return remainder.value != 0 && divisor.value != 0 && (remainder.value < 0) != (divisor.value < 0);
}

template <typename T>
Wrapping<T> FloorDivision(Wrapping<T> a, Wrapping<T> b) {
  const Wrapping<T> quotient = TruncatedDivision(a, b);
  return quotient - Wrapping<T>{IsRoundedUp(a - quotient * b, b) ? T{1} : T{0}};
}

template <typename T>
Wrapping<T> FloorRemainder(Wrapping<T> a, Wrapping<T> b) {
  const Wrapping<T> remainder = TruncatedRemainder(a, b);
  return IsRoundedUp(remainder, b) ? remainder + b : remainder;
}

// For numbers that are far apart, or not finite.
template <typename Real>
[[gnu::noinline]] void RemainderOfEach(const Real* a, const Real* b, Real* remainders, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    remainders[i] = std::fmod(a[i], b[i]);  // exact, hence the same everywhere
  }
}

}  // namespace openaclnn

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Of the sign of `a`.
template <class D>
HWY_INLINE Lanes<D> TruncatedRemainder(Lanes<D> a, Lanes<D> b) {
  using Number = hn::TFromD<D>;
  const D tag;
  const auto dividend = hn::Abs(a.vector);
  const auto divisor = hn::Abs(b.vector);
  const auto quotient = hn::Trunc(hn::Div(dividend, divisor));
  // A rounded quotient below this is at most one too large, and what it leaves is exact.
  const auto limit = hn::Set(tag, sizeof(Number) == 4 ? Number{4194304} : Number{1125899906842624});
  const auto infinity = hn::Inf(tag);
  if (HWY_LIKELY(hn::AllTrue(tag, hn::And(hn::Lt(quotient, limit), hn::Lt(divisor, infinity))))) {
    const auto left = NegMulAdd(tag, quotient, divisor, dividend);
    const auto remainder = hn::IfThenElse(hn::Lt(left, hn::Zero(tag)), hn::Add(left, divisor), left);
    return Lanes<D>(hn::CopySign(remainder, a.vector));
  }
  constexpr size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN std::array<Number, kLanes> dividends;
  HWY_ALIGN std::array<Number, kLanes> divisors;
  HWY_ALIGN std::array<Number, kLanes> remainders;
  hn::Store(a.vector, tag, dividends.data());
  hn::Store(b.vector, tag, divisors.data());
  RemainderOfEach(dividends.data(), divisors.data(), remainders.data(), hn::Lanes(tag));
  return Lanes<D>(hn::Load(tag, remainders.data()));
}

// Whether a remainder of the dividend's sign has another one than the divisor.
template <class D>
HWY_INLINE Truths<D> IsRoundedUp(Lanes<D> remainder, Lanes<D> divisor) {
  const Lanes<D> zero(hn::TFromD<D>{0});
  return (remainder != zero) & ((remainder < zero) ^ (divisor < zero));
}

// Of the sign of `b`.
template <class D>
HWY_INLINE Lanes<D> FloorRemainder(Lanes<D> a, Lanes<D> b) {
  const Lanes<D> remainder = TruncatedRemainder(a, b);
  return Choose(IsRoundedUp(remainder, b), remainder + b, remainder);
}

template <class D>
HWY_INLINE Lanes<D> TruncatedDivision(Lanes<D> a, Lanes<D> b) {
  return Truncate(a / b);
}

// From the exact remainder: the rounded quotient may have reached a whole number that the exact one does not.
template <class D>
HWY_INLINE Lanes<D> FloorDivision(Lanes<D> a, Lanes<D> b) {
  const Lanes<D> zero(hn::TFromD<D>{0});
  const Lanes<D> one(hn::TFromD<D>{1});
  const Lanes<D> half(static_cast<hn::TFromD<D>>(0.5));
  const Lanes<D> ratio = a / b;
  const Lanes<D> remainder = TruncatedRemainder(a, b);
  Lanes<D> quotient = (a - remainder) / b;
  quotient = Choose(IsRoundedUp(remainder, b), quotient - one, quotient);
  Lanes<D> whole = Floor(quotient);
  whole = Choose(quotient - whole > half, whole + one, whole);
  whole = Choose(quotient == zero, Lanes<D>(hn::CopySign(zero.vector, ratio.vector)), whole);
  return Choose(b == zero, ratio, whole);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
