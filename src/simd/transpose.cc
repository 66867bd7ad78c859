// SPDX-License-Identifier: Apache-2.0
#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/transpose.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Calls visit with an unsigned integer of the size.
template <class Visit>
void VisitElement(size_t size, const Visit& visit) {
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

void TransposeToRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels,
                     int64_t positions, void* rows) {
  VisitElement(elementSize, [=](auto element) HWY_ATTR {
    using T = decltype(element);
    PlanesToRows(static_cast<const T*>(planes), stride, channels, positions, static_cast<T*>(rows), channels);
  });
}

void TransposeToPlanes(size_t elementSize, const void* rows, int64_t channels, int64_t positions,
                       void* planes, int64_t stride) {
  VisitElement(elementSize, [=](auto element) HWY_ATTR {
    using T = decltype(element);
    RowsToPlanes(static_cast<const T*>(rows), channels, static_cast<T*>(planes), stride, channels, positions);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TransposeToRows);
HWY_EXPORT(TransposeToPlanes);

void PlanesToRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels, int64_t positions,
                  void* rows) {
  HWY_DYNAMIC_DISPATCH(TransposeToRows)(elementSize, planes, stride, channels, positions, rows);
}

void RowsToPlanes(size_t elementSize, const void* rows, int64_t channels, int64_t positions, void* planes,
                  int64_t stride) {
  HWY_DYNAMIC_DISPATCH(TransposeToPlanes)(elementSize, rows, channels, positions, planes, stride);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
