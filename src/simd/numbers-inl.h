// SPDX-License-Identifier: Apache-2.0
//
// What expressions do with numbers besides sums and products: comparisons, choices, rounding. Written alike
// for vectors (simd/lanes-inl.h), integers that wrap around and truth values (base/integers.h). For files
// that are compiled once for each instruction set; include after highway.h.
//
//   template <class T>
//   T Compute(T self, T threshold, T value) { return Choose(self <= threshold, value, self); }
#include <cmath>
#include <type_traits>

#include "base/complex_number.h"
#include "base/integers.h"

#ifndef OPENACLNN_SIMD_NUMBERS_ONCE  // this file is included once for each target
#define OPENACLNN_SIMD_NUMBERS_ONCE
namespace openaclnn {

template <typename T>
Boolean operator==(Wrapping<T> a, Wrapping<T> b) {
  return {a.value == b.value};
}
template <typename T>
Boolean operator!=(Wrapping<T> a, Wrapping<T> b) {
  return {a.value != b.value};
}
template <typename T>
Boolean operator<(Wrapping<T> a, Wrapping<T> b) {
  return {a.value < b.value};
}
template <typename T>
Boolean operator<=(Wrapping<T> a, Wrapping<T> b) {
  return {a.value <= b.value};
}
template <typename T>
Boolean operator>(Wrapping<T> a, Wrapping<T> b) {
  return {a.value > b.value};
}
template <typename T>
Boolean operator>=(Wrapping<T> a, Wrapping<T> b) {
  return {a.value >= b.value};
}
template <typename T>
Wrapping<T> operator-(Wrapping<T> a) {
  return Wrapping<T>{} - a;
}
template <typename T>
Wrapping<T> operator&(Wrapping<T> a, Wrapping<T> b) {
  return {static_cast<T>(a.value & b.value)};
}
template <typename T>
Wrapping<T> operator|(Wrapping<T> a, Wrapping<T> b) {
  return {static_cast<T>(a.value | b.value)};
}
template <typename T>
Wrapping<T> operator^(Wrapping<T> a, Wrapping<T> b) {
  return {static_cast<T>(a.value ^ b.value)};
}
template <typename T>
Wrapping<T> operator~(Wrapping<T> a) {
  return {static_cast<T>(~a.value)};
}

inline Boolean operator!(Boolean a) {
  return {!a.value};
}
inline Boolean operator&(Boolean a, Boolean b) {
  return {a.value && b.value};
}
inline Boolean operator|(Boolean a, Boolean b) {
  return {a.value || b.value};
}
inline Boolean operator^(Boolean a, Boolean b) {
  return {a.value != b.value};
}

template <typename Real>
ComplexNumber<Real> operator-(ComplexNumber<Real> a) {
  return {-a.real, -a.imaginary};
}
// Scaled, so that only quotients that are too large overflow (Smith, "Algorithm 116: Complex division",
// 1962).
template <typename Real>
ComplexNumber<Real> operator/(ComplexNumber<Real> a, ComplexNumber<Real> b) {
  if (std::fabs(b.real) >= std::fabs(b.imaginary)) {
    const Real ratio = b.imaginary / b.real;
    const Real divisor = b.real + b.imaginary * ratio;
    return {(a.real + a.imaginary * ratio) / divisor, (a.imaginary - a.real * ratio) / divisor};
  }
  const Real ratio = b.real / b.imaginary;
  const Real divisor = b.real * ratio + b.imaginary;
  return {(a.real * ratio + a.imaginary) / divisor, (a.imaginary * ratio - a.real) / divisor};
}
template <typename Real>
Boolean operator==(ComplexNumber<Real> a, ComplexNumber<Real> b) {
  return {a.real == b.real && a.imaginary == b.imaginary};
}
template <typename Real>
Boolean operator!=(ComplexNumber<Real> a, ComplexNumber<Real> b) {
  return !(a == b);
}

template <typename T>
Wrapping<T> Choose(Boolean condition, Wrapping<T> yes, Wrapping<T> no) {
  return condition.value ? yes : no;
}
template <typename T>
Boolean IsNan(Wrapping<T> /*a*/) {
  return {false};
}
template <typename T>
Wrapping<T> Absolute(Wrapping<T> a) {
  return a.value < 0 ? -a : a;
}

}  // namespace openaclnn
#endif

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_NUMBERS_INL
#undef OPENACLNN_SIMD_NUMBERS_INL
#else
#define OPENACLNN_SIMD_NUMBERS_INL
#endif

#include <hwy/highway.h>

#include "simd/lanes-inl.h"
#include "simd/whole_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE Truths<D> operator==(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Eq(a.vector, b.vector));
}
template <class D>
HWY_INLINE Truths<D> operator!=(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Not(hn::Eq(a.vector, b.vector)));  // hn::Ne is false for NaN on some targets
}
template <class D>
HWY_INLINE Truths<D> operator<(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Lt(a.vector, b.vector));
}
template <class D>
HWY_INLINE Truths<D> operator<=(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Le(a.vector, b.vector));
}
template <class D>
HWY_INLINE Truths<D> operator>(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Gt(a.vector, b.vector));
}
template <class D>
HWY_INLINE Truths<D> operator>=(Lanes<D> a, Lanes<D> b) {
  return Truths<D>(hn::Ge(a.vector, b.vector));
}

template <class D>
HWY_INLINE Truths<D> operator!(Truths<D> a) {
  return Truths<D>(hn::Not(a.mask));
}
template <class D>
HWY_INLINE Truths<D> operator&(Truths<D> a, Truths<D> b) {
  return Truths<D>(hn::And(a.mask, b.mask));
}
template <class D>
HWY_INLINE Truths<D> operator|(Truths<D> a, Truths<D> b) {
  return Truths<D>(hn::Or(a.mask, b.mask));
}
template <class D>
HWY_INLINE Truths<D> operator^(Truths<D> a, Truths<D> b) {
  return Truths<D>(hn::Xor(a.mask, b.mask));
}

template <class D>
HWY_INLINE Lanes<D> operator-(Lanes<D> a) {
  return Lanes<D>(hn::Neg(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> Choose(Truths<D> condition, Lanes<D> yes, Lanes<D> no) {
  return Lanes<D>(hn::IfThenElse(condition.mask, yes.vector, no.vector));
}
template <class D>
HWY_INLINE Truths<D> IsNan(Lanes<D> a) {
  return a != a;
}
template <class D>
HWY_INLINE Lanes<D> Absolute(Lanes<D> a) {
  return Lanes<D>(hn::Abs(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> SquareRoot(Lanes<D> a) {
  return Lanes<D>(hn::Sqrt(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> Floor(Lanes<D> a) {
  return Lanes<D>(RoundDown(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> Ceil(Lanes<D> a) {
  return Lanes<D>(RoundUp(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> Truncate(Lanes<D> a) {
  return Lanes<D>(hn::Trunc(a.vector));
}
// To the nearest whole number, of two the even one.
template <class D>
HWY_INLINE Lanes<D> RoundToEven(Lanes<D> a) {
  return Lanes<D>(RoundEven(a.vector));
}

// A number of the type that an expression computes in.
template <class T>
HWY_INLINE T Constant(double value) {
  if constexpr (requires { typename T::Number; }) {
    return T(static_cast<typename T::Number>(value));
  } else {
    return {static_cast<decltype(T::value)>(value)};
  }
}

// Whether an instruction finds the larger and the smaller of two numbers, and gives the second one where they
// are equal or one of them is NaN.
template <class T>
constexpr bool SecondOfUnordered() {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  if constexpr (requires { typename T::Number; }) {
    return std::is_floating_point_v<typename T::Number>;
  }
#endif
  return false;
}

// NaN if one of them is; b where they are equal.
template <class T>
HWY_INLINE T Larger(T a, T b) {
  if constexpr (SecondOfUnordered<T>()) {
    return Choose(IsNan(a), a, T(hn::Max(a.vector, b.vector)));
  } else {
    return Choose((a > b) | IsNan(a), a, b);
  }
}
template <class T>
HWY_INLINE T Smaller(T a, T b) {
  if constexpr (SecondOfUnordered<T>()) {
    return Choose(IsNan(a), a, T(hn::Min(a.vector, b.vector)));
  } else {
    return Choose((a < b) | IsNan(a), a, b);
  }
}

// x, or the bound that it is beyond; NaN stays.
template <class T>
HWY_INLINE T AtLeast(T x, T least) {
  if constexpr (SecondOfUnordered<T>()) {
    return T(hn::Max(least.vector, x.vector));
  } else {
    return Choose(x < least, least, x);
  }
}
template <class T>
HWY_INLINE T AtMost(T x, T most) {
  if constexpr (SecondOfUnordered<T>()) {
    return T(hn::Min(most.vector, x.vector));
  } else {
    return Choose(x > most, most, x);
  }
}
template <class T>
HWY_INLINE T Bounded(T x, T least, T most) {
  return AtMost(AtLeast(x, least), most);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_NUMBERS_INL
