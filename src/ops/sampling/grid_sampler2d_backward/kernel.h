// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"

namespace openaclnn {

// Numbered as the attributes of the operator.
enum class GridInterpolation : int64_t { kBilinear = 0, kNearest = 1 };
enum class GridPadding : int64_t { kZeros = 0, kBorder = 1, kReflection = 2 };

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
