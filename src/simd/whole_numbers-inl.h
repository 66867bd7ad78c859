// SPDX-License-Identifier: Apache-2.0
//
// Rounding to whole numbers, alike on every target: what stays zero keeps its sign, which Highway without
// vectors changes, as it takes the largest number below 0.5 for 1. For files that are compiled once for each
// instruction set; include after highway.h.
#include <cmath>

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_WHOLE_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_WHOLE_NUMBERS_INL
#undef OPENACLNN_SIMD_WHOLE_NUMBERS_INL
#else
#define OPENACLNN_SIMD_WHOLE_NUMBERS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// To the nearest, of two the even one; of vectors of float or double.
template <class V>
HWY_INLINE V RoundEven(V value) {
#if HWY_TARGET == HWY_SCALAR
  return V(std::nearbyint(value.raw));
#else
  return hn::Round(value);
#endif
}

/// To the next one below.
template <class V>
HWY_INLINE V RoundDown(V value) {
#if HWY_TARGET == HWY_SCALAR
  return V(std::floor(value.raw));
#else
  return hn::Floor(value);
#endif
}

/// To the next one above.
template <class V>
HWY_INLINE V RoundUp(V value) {
#if HWY_TARGET == HWY_SCALAR
  return V(std::ceil(value.raw));
#else
  return hn::Ceil(value);
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_WHOLE_NUMBERS_INL
