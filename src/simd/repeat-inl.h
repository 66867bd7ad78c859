// SPDX-License-Identifier: Apache-2.0
//
// One element many times, side by side, whatever its type is. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/element_types-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <typename T>
HWY_INLINE void RepeatElementOf(const std::byte* from, int64_t count, T* to) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<T> tag;
  T element;
  std::memcpy(&element, from, sizeof element);
  const auto vector = hn::Set(tag, element);
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(vector, tag, to + i);
  }
  if (i < count && count >= lanes) {
    hn::StoreU(vector, tag, to + count - lanes);  // overlaps what is there
    return;
  }
  for (; i < count; ++i) {
    to[i] = element;
  }
}

// `count` times the element at `from`, of 1, 2, 4, 8 or 16 bytes.
inline void RepeatElement(const std::byte* from, int64_t size, int64_t count, std::byte* to) {
  if (size > 8) {
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * size, from, static_cast<size_t>(size));
    }
    return;
  }
  VisitUnsigned(static_cast<size_t>(size), [=]<typename T>(T /*element*/) HWY_ATTR {
    RepeatElementOf(from, count, reinterpret_cast<T*>(to));
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
