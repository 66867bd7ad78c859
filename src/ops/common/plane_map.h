// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "kernels/layout/separable.h"

namespace openaclnn {

struct PlaneMapArgs {
  TensorView source;  // [N, C, H, W] or [C, H, W]
  TensorView model;   // of which the shape alone counts; may be left out
  TensorView result;
  PlaneMap map;
};

// result = map of source, plane by plane.
extern const KernelEntry<PlaneMapArgs> kPlaneMapCpu;

// Planes and maps are as large as they can be that tables of them fit in memory.
inline constexpr int64_t kMostPlaneExtent = (int64_t{1} << 24) - 1;
inline constexpr int64_t kMostTaps = int64_t{1} << 26;

}  // namespace openaclnn
