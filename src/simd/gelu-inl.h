// SPDX-License-Identifier: Apache-2.0
//
// GELU and its derivative in both forms, of vectors. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include "simd/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The tanh form, x (1 + tanh(u)) / 2, is x / (1 + e^-(2 u)) with 2 u = x Slope(x^2, kGeluCubic).
inline constexpr double kGeluCubic = 0.044715;
template <class T>
HWY_INLINE T GeluSlopeInside(T square, double cubic) {
  const T scale = Constant<T>(1.5957691216057307117);  // 2 sqrt(2 / pi)
  return MulAdd(square * Constant<T>(cubic), scale, scale);
}

template <bool kTanh, class T>
HWY_INLINE T GeluOf(T x) {
  if constexpr (kTanh) {
    return x * Sigmoid(x * GeluSlopeInside(x * x, kGeluCubic));
  } else {
    return x * NormalBelow(x);
  }
}

template <bool kTanh, class T>
HWY_INLINE T GeluSlope(T x) {
  if constexpr (kTanh) {
    const T sigmoid = Sigmoid(x * GeluSlopeInside(x * x, kGeluCubic));
    // Beyond the bounds the second term is 0; at the infinities it is the product of one and 0, as in the
    // other form.
    const T bounded = MulAdd(x, Constant<T>(0), Bounded(x, Constant<T>(-100), Constant<T>(100)));
    const T inside = GeluSlopeInside(bounded * bounded, 3 * kGeluCubic);
    return MulAdd(bounded * sigmoid * (Constant<T>(1) - sigmoid), inside, sigmoid);
  } else {
    const auto normal = NormalAt(x);
    return MulAdd(x, normal.bell * Constant<T>(0.39894228040143267794), normal.below);  // 1 / sqrt(2 pi)
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
