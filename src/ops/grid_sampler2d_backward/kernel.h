// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/operator.h"

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

// The gradients of sampling `input` at the points of `grid`. Each element of an output is one float64 sum, in
// the order of the samples (inputGrad) or of the channels (gridGrad), rounded at the end.
[[nodiscard]] Plan PlanGridSampler2DBackwardCpu(const GridSampler2DBackwardArgs& args);
[[nodiscard]] Status RunGridSampler2DBackwardCpu(const GridSampler2DBackwardArgs& args, std::byte* workspace,
                                                 backend::ExecutionContext& context);

// Where a sample lies in the image. Nearest: its pixel. Bilinear: the north-west corner, which may be a row
// above or a column left of the image, and how far the sample is from it.
struct GridPoint {
  double tx;
  double ty;
  int32_t x0;
  int32_t y0;
};

// A sample that touches no pixel: all of these corners are outside of any image.
inline constexpr GridPoint kGridNowhere{0, 0, -2, -2};

// Derivatives of a sample's position in pixels with respect to its grid values.
struct GridSlopes {
  double x;
  double y;
};

// Locates `count` samples from pairs (x, y) of grid values. Slopes may be null; they are 0 for nowhere.
void LocateGridPoints(const GridSampler2DBackwardArgs& args, const float* gridValues, int64_t count,
                      GridPoint* points, GridSlopes* slopes);

}  // namespace openaclnn
