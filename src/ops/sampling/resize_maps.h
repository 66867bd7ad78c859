// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/dtype.h"
#include "kernels/layout/separable.h"

namespace openaclnn {

// How places along an axis are resized: what a place of the output takes of the input.
enum class ResizeKind : uint8_t {
  kNearest,       // the place before it
  kNearestExact,  // the place that its centre lies in
  kLinear,        // two neighbours
  kCubic,         // four neighbours, a = -0.75
  kLinearWide,    // as many as the scale says where the output is smaller
  kCubicWide,     // the same, a = -0.5
};

// How one axis is resized.
struct ResizeAxis {
  int64_t from = 1;
  int64_t to = 1;
  double times = 0;  // how often `from` goes into `to`; not positive: as they say
};

// The place of the input for each of the output; of the two kinds of nearest places.
[[nodiscard]] std::vector<int64_t> NearestPlaces(ResizeKind kind, const ResizeAxis& axis);

// About as many places as a place of the output takes.
[[nodiscard]] int64_t TapsOf(ResizeKind kind, const ResizeAxis& axis, bool alignCorners);

// The map of any kind. Positions and weights are float32, float64 for DOUBLE.
[[nodiscard]] AxisMap ResizeMap(ResizeKind kind, const ResizeAxis& axis, bool alignCorners, DType dtype);

}  // namespace openaclnn
