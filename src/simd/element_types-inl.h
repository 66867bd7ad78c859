// SPDX-License-Identifier: Apache-2.0
//
// The types as which elements are moved. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Calls visit with an unsigned integer of the size: 1, 2, 4 or 8 bytes.
template <class Visit>
HWY_INLINE void VisitUnsigned(size_t size, const Visit& visit) {
  switch (size) {
    case 1:
      return visit(uint8_t{});
    case 2:
      return visit(uint16_t{});
    case 4:
      return visit(uint32_t{});
    default:
      return visit(uint64_t{});
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
