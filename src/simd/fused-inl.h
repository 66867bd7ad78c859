// SPDX-License-Identifier: Apache-2.0
//
// Fused multiply-add: two operations and one rounding, on every target. It is part of the arithmetic of all
// kernels: where the instruction is missing, it is computed lane by lane with std::fma, which is slow and
// gives the same bits. For files that are compiled once for each instruction set; include after highway.h.
#include <array>
#include <cmath>
#include <cstddef>

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_FUSED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_FUSED_INL
#undef OPENACLNN_SIMD_FUSED_INL
#else
#define OPENACLNN_SIMD_FUSED_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// a * b + c, rounded once. `tag` is of float or double.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V MulAdd([[maybe_unused]] D tag, V a, V b, V c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  constexpr size_t kLanes = hn::MaxLanes(D());
  HWY_ALIGN std::array<hn::TFromD<D>, kLanes> factors;
  HWY_ALIGN std::array<hn::TFromD<D>, kLanes> others;
  HWY_ALIGN std::array<hn::TFromD<D>, kLanes> sums;
  hn::Store(a, tag, factors.data());
  hn::Store(b, tag, others.data());
  hn::Store(c, tag, sums.data());
  for (size_t i = 0; i < kLanes; ++i) {
    sums[i] = std::fma(factors[i], others[i], sums[i]);
  }
  return hn::Load(tag, sums.data());
#endif
}

/// a * b - c, rounded once.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V MulSub([[maybe_unused]] D tag, V a, V b, V c) {
#if HWY_NATIVE_FMA
  return hn::MulSub(a, b, c);
#else
  return MulAdd(tag, a, b, hn::Neg(c));
#endif
}

/// c - a * b, rounded once.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V NegMulAdd([[maybe_unused]] D tag, V a, V b, V c) {
#if HWY_NATIVE_FMA
  return hn::NegMulAdd(a, b, c);
#else
  return MulAdd(tag, hn::Neg(a), b, c);
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_FUSED_INL
