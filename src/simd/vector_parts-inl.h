// SPDX-License-Identifier: Apache-2.0
//
// A row of numbers cut into vectors. For files that are compiled once for each instruction set; include after
// highway.h.
#include <cstdint>

#if defined(OPENACLNN_SIMD_VECTOR_PARTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_VECTOR_PARTS_INL
#undef OPENACLNN_SIMD_VECTOR_PARTS_INL
#else
#define OPENACLNN_SIMD_VECTOR_PARTS_INL
#endif

#include <hwy/highway.h>

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

#endif  // OPENACLNN_SIMD_VECTOR_PARTS_INL
