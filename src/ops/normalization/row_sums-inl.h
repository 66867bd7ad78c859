// SPDX-License-Identifier: Apache-2.0
//
// What norms of sums normalize. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// factor * from + added, rounded once; `to` may be either.
inline void AddMultiple(const float* from, float factor, const float* added, int64_t count, float* to) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const auto sum =
        MulAdd(floats, hn::LoadU(floats, from + i), hn::Set(floats, factor), hn::LoadU(floats, added + i));
    hn::StoreU(sum, floats, to + i);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
