// SPDX-License-Identifier: Apache-2.0
//
// The elementary functions on the floating-point numbers of a vector (Lanes<D> of float or double): the same
// bits on every target, since they use nothing but correctly rounded operations. The largest error is about
// one last place of the result (Sigmoid: 2; in double, Erfc: 3, Erfinv: 4); math_test.cc has each function's.
// Arguments may be anything; results at the ends of the range, at infinities and NaN are those of C's
// functions.
//
// For files that are compiled once for each instruction set; include after highway.h.

#if defined(OPENACLNN_SIMD_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_MATH_INL
#undef OPENACLNN_SIMD_MATH_INL
#else
#define OPENACLNN_SIMD_MATH_INL
#endif

#include <hwy/highway.h>

#include "simd/math_error_function-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_logarithm-inl.h"
#include "simd/math_trigonometric-inl.h"

#endif  // OPENACLNN_SIMD_MATH_INL
