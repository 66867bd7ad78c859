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
HWY_INLINE Lanes<D> MulSub(Lanes<D> a, Lanes<D> b, Lanes<D> c) {
  return Lanes<D>(MulSub(D(), a.vector, b.vector, c.vector));
}
template <class D>
HWY_INLINE Lanes<D> NegMulAdd(Lanes<D> a, Lanes<D> b, Lanes<D> c) {
  return Lanes<D>(NegMulAdd(D(), a.vector, b.vector, c.vector));
}

// Truth values, one for each number of a vector.
template <class D>
struct Truths {
  HWY_INLINE explicit Truths(hn::Mask<D> value) : mask(value) {}

  hn::Mask<D> mask;
};

// As bytes 0 and 1, one for each number.
template <class D>
HWY_INLINE void StoreTruths(Truths<D> truths, uint8_t* to) {
  const hn::Rebind<uint8_t, D> bytes;
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const D tag;
    const auto ones = hn::IfThenElseZero(truths.mask, hn::Set(tag, 1));
    hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(hn::Rebind<int32_t, D>(), ones)), bytes, to);
  } else {
    const hn::RebindToSigned<D> whole;
    const auto ones = hn::IfThenElseZero(hn::RebindMask(whole, truths.mask), hn::Set(whole, 1));
    hn::StoreU(hn::DemoteTo(bytes, ones), bytes, to);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_LANES_INL
