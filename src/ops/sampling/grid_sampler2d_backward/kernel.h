// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "ops/sampling/grid_modes.h"

namespace openaclnn {

struct GridSampler2DBackwardArgs {
  TensorView gradOutput;  // [N, C, Ho, Wo]
  TensorView input;       // [N, C, H, W]
  TensorView grid;        // [N, Ho, Wo, 2]: x along W, y along H
  GridInterpolation interpolation = GridInterpolation::kBilinear;
  GridPadding padding = GridPadding::kZeros;
  bool alignCorners = false;
  TensorView inputGrad;  // as input; left out if it is not asked for
  TensorView gridGrad;   // as grid; left out if it is not asked for
};

// The gradients of sampling `input` at the points of `grid`: float32 sums in blocks that are put together in
// float64, in an order that the shapes and the grid alone decide.
extern const KernelEntry<GridSampler2DBackwardArgs> kGridSampler2DBackwardCpu;

}  // namespace openaclnn
