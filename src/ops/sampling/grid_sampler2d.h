// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "ops/sampling/grid_modes.h"

namespace openaclnn {

struct GridSampler2DArgs {
  TensorView input;  // [N, C, H, W]
  TensorView grid;   // [N, Ho, Wo, 2]: x along W, y along H
  TensorView out;    // [N, C, Ho, Wo]
  GridInterpolation interpolation = GridInterpolation::kBilinear;
  GridPadding padding = GridPadding::kZeros;
  bool alignCorners = false;
};

// out = the values of `input` at the points of `grid`.
extern const KernelEntry<GridSampler2DArgs> kGridSampler2DCpu;

}  // namespace openaclnn
