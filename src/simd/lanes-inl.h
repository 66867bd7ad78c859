// SPDX-License-Identifier: Apache-2.0
//
// The floating-point numbers of a vector, written like one number: one expression then serves them, integers
// (base/integers.h) and complex numbers (base/complex_number.h) alike. For files that are compiled once for
// each instruction set; include after highway.h.
//
//   template <class T>
//   T Compute(T self, T other, T alpha) { return MulAdd(alpha, other, self); }
//
// T is Lanes<D>, Wrapping<int64_t>, Boolean, ComplexNumber<float>...

#if defined(OPENACLNN_SIMD_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_LANES_INL
#undef OPENACLNN_SIMD_LANES_INL
#else
#define OPENACLNN_SIMD_LANES_INL
#endif

#include <hwy/highway.h>

#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct Lanes {
  using Tag = D;
  using Number = hn::TFromD<D>;

  HWY_INLINE explicit Lanes(hn::Vec<D> value) : vector(value) {}
  HWY_INLINE explicit Lanes(Number number) : vector(hn::Set(D(), number)) {}

  hn::Vec<D> vector;
};

template <class D>
HWY_INLINE Lanes<D> operator+(Lanes<D> a, Lanes<D> b) {
  return Lanes<D>(hn::Add(a.vector, b.vector));
}
template <class D>
HWY_INLINE Lanes<D> operator-(Lanes<D> a, Lanes<D> b) {
  return Lanes<D>(hn::Sub(a.vector, b.vector));
}
template <class D>
HWY_INLINE Lanes<D> operator-(Lanes<D> a) {
  return Lanes<D>(hn::Neg(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> operator*(Lanes<D> a, Lanes<D> b) {
  return Lanes<D>(hn::Mul(a.vector, b.vector));
}
template <class D>
HWY_INLINE Lanes<D> operator/(Lanes<D> a, Lanes<D> b) {
  return Lanes<D>(hn::Div(a.vector, b.vector));
}

// a * b + c, rounded once.
template <class D>
HWY_INLINE Lanes<D> MulAdd(Lanes<D> a, Lanes<D> b, Lanes<D> c) {
  return Lanes<D>(MulAdd(D(), a.vector, b.vector, c.vector));
}

template <class D>
HWY_INLINE Lanes<D> Abs(Lanes<D> a) {
  return Lanes<D>(hn::Abs(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> Sqrt(Lanes<D> a) {
  return Lanes<D>(hn::Sqrt(a.vector));
}
template <class D>
HWY_INLINE Lanes<D> CopySign(Lanes<D> magnitude, Lanes<D> sign) {
  return Lanes<D>(hn::CopySign(magnitude.vector, sign.vector));
}

// Comparisons, lane by lane; all but != are false for NaN.
template <class D>
HWY_INLINE hn::Mask<D> operator<(Lanes<D> a, Lanes<D> b) {
  return hn::Lt(a.vector, b.vector);
}
template <class D>
HWY_INLINE hn::Mask<D> operator<=(Lanes<D> a, Lanes<D> b) {
  return hn::Le(a.vector, b.vector);
}
template <class D>
HWY_INLINE hn::Mask<D> operator>(Lanes<D> a, Lanes<D> b) {
  return hn::Gt(a.vector, b.vector);
}
template <class D>
HWY_INLINE hn::Mask<D> operator>=(Lanes<D> a, Lanes<D> b) {
  return hn::Ge(a.vector, b.vector);
}
template <class D>
HWY_INLINE hn::Mask<D> operator==(Lanes<D> a, Lanes<D> b) {
  return hn::Eq(a.vector, b.vector);
}
template <class D>
HWY_INLINE hn::Mask<D> operator!=(Lanes<D> a, Lanes<D> b) {
  return hn::Not(hn::Eq(a.vector, b.vector));  // Highway's own Ne is false for NaN on some targets
}

template <class D>
HWY_INLINE hn::Mask<D> IsNan(Lanes<D> a) {
  return hn::IsNaN(a.vector);
}

// condition ? yes : no, lane by lane.
template <class D>
HWY_INLINE Lanes<D> Select(hn::Mask<D> condition, Lanes<D> yes, Lanes<D> no) {
  return Lanes<D>(hn::IfThenElse(condition, yes.vector, no.vector));
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_LANES_INL
