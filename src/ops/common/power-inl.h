// SPDX-License-Identifier: Apache-2.0
//
// Powers of real numbers, of floating-point ones and of integers. For files that are compiled once for each
// instruction set; include after highway.h.

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_OPS_COMMON_POWER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_COMMON_POWER_INL
#undef OPENACLNN_OPS_COMMON_POWER_INL
#else
#define OPENACLNN_OPS_COMMON_POWER_INL
#endif

#include <hwy/highway.h>

#include "simd/math_logarithm-inl.h"
#include "simd/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace powers {

// Long, and compiled once for all loops of a file.
template <class D>
HWY_NOINLINE Lanes<D> Power(Lanes<D> base, Lanes<D> exponent) {
  return Pow(base, exponent);
}

// By squaring, wrapping around. Inverses of integers are 0, but for those of 1 and -1.
template <typename T>
Wrapping<T> Power(Wrapping<T> base, Wrapping<T> exponent) {
  if (exponent.value < 0) {
    const bool odd = exponent.value % 2 != 0;
    const T inverse = base.value == 1 ? T{1} : base.value == -1 ? static_cast<T>(odd ? -1 : 1) : T{0};
    return {inverse};
  }
  Wrapping<T> result{1};
  Wrapping<T> square = base;
  for (T left = exponent.value; left != 0; left = static_cast<T>(left / 2)) {
    if (left % 2 != 0) {
      result = result * square;
    }
    square = square * square;
  }
  return result;
}

}  // namespace powers
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_OPS_COMMON_POWER_INL
