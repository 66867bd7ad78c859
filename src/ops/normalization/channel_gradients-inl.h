// SPDX-License-Identifier: Apache-2.0
//
// How inputs are centred (ops/normalization/channel_gradients.h), a vector at a time. Include after
// simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include "ops/normalization/channel_gradients.h"
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::channel_gradients {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE V Centred(D floats, V x, V power, V centre) {
  return MulSub(floats, x, power, centre);
}

}  // namespace openaclnn::HWY_NAMESPACE::channel_gradients
HWY_AFTER_NAMESPACE();
