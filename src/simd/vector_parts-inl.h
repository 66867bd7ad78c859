// SPDX-License-Identifier: Apache-2.0
//
// A row of numbers cut into vectors. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls body(tag, i) for whole vectors of numbers, then for halves, quarters... of one: rows are often short,
// and nothing past a row's end is touched.
template <class D, class Body>
HWY_INLINE void ForEachVectorPart(D tag, int64_t begin, int64_t count, const Body& body) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  int64_t i = begin;
  for (; i + kStep <= count; i += kStep) {
    body(tag, i);
  }
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kStep > 1) {
    if (i < count) {
      ForEachVectorPart(hn::Half<D>(), i, count, body);
    }
  }
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
