// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "executor/kernel.h"
#include "kernels/layout/separable.h"
#include "ops/common/volume.h"

namespace openaclnn {

struct PlaneMapArgs {
  TensorView source;  // [N, C, ...] or [C, ...]
  TensorView model;   // of which the shape alone counts; may be left out
  TensorView result;
  PlaneMap map;
  // Of volumes, which are mapped along the depth first.
  AxisMap depth = AxisMap();
  std::vector<double> depthDivisors{};
  VolumeLayout sourceLayout{};
  VolumeLayout resultLayout{};
};

// result = map of source, plane by plane, or volume by volume.
extern const KernelEntry<PlaneMapArgs> kPlaneMapCpu;

// Planes and maps are as large as they can be that tables of them fit in memory.
inline constexpr int64_t kMostPlaneExtent = (int64_t{1} << 24) - 1;
inline constexpr int64_t kMostTaps = int64_t{1} << 26;

}  // namespace openaclnn
