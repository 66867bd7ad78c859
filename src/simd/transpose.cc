// SPDX-License-Identifier: Apache-2.0
#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/element_types-inl.h"
#include "simd/transpose-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(TransposeToRows, void(size_t elementSize, const void* planes, int64_t stride,
                                           int64_t channels, int64_t positions, void* rows, int64_t width));
OPENACLNN_PER_TARGET(TransposeToPlanes, void(size_t elementSize, const void* rows, int64_t channels,
                                             int64_t positions, void* planes, int64_t stride));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

void TransposeToRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels,
                     int64_t positions, void* rows, int64_t width) {
  VisitUnsigned(elementSize, [=](auto element) HWY_ATTR {
    using T = decltype(element);
    PlanesToRows(static_cast<const T*>(planes), stride, channels, positions, static_cast<T*>(rows), width);
  });
}

void TransposeToPlanes(size_t elementSize, const void* rows, int64_t channels, int64_t positions,
                       void* planes, int64_t stride) {
  VisitUnsigned(elementSize, [=](auto element) HWY_ATTR {
    using T = decltype(element);
    RowsToPlanes(static_cast<const T*>(rows), channels, static_cast<T*>(planes), stride, channels, positions);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void PlanesToRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels, int64_t positions,
                  void* rows) {
  PlanesToWideRows(elementSize, planes, stride, channels, positions, rows, channels);
}

void PlanesToWideRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels,
                      int64_t positions, void* rows, int64_t width) {
  HWY_DYNAMIC_DISPATCH(TransposeToRows)(elementSize, planes, stride, channels, positions, rows, width);
}

void RowsToPlanes(size_t elementSize, const void* rows, int64_t channels, int64_t positions, void* planes,
                  int64_t stride) {
  HWY_DYNAMIC_DISPATCH(TransposeToPlanes)(elementSize, rows, channels, positions, planes, stride);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
