// SPDX-License-Identifier: Apache-2.0
//
// The inner loops: a tile of samples against the two rows of pixels that they lie between.
#pragma once

#include <array>
#include <cstdint>

#include "base/dtype.h"
#include "ops/grid_sampler2d_backward/kernel_cpu_points.h"

namespace openaclnn {

// Two neighbouring rows of pixels, each pixel with `lanes` channels (GridRowLanes) side by side.
struct GridRows {
  int64_t lanes;
  int64_t firstColumn;  // of the image; the row may begin a pixel left of it
  // Sums of inputGrad; null if it is not wanted.
  double* northSums;
  double* southSums;
  // The input; null if gridGrad is not wanted.
  const float* northInput;
  const float* southInput;
};

// The gradients of a tile of samples, rows in the type of the tensor: the row of sample i, or of sample
// order[i], is `stride` bytes times that from the first.
struct GridGradients {
  DType dtype;
  const std::byte* data;
  int64_t stride;
  const int64_t* order;  // null: as they come
};

// Which corners of all samples of a row are in the image.
struct GridEdges {
  bool north;
  bool south;
  double lastColumn;
};

// Nearest: adds each sample's gradients to its pixel, in the order of the samples.
void AddGridSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                    const GridRows& rows);

// Bilinear: adds each sample's gradients, weighted, to the pixels around it, and puts the two gradients of
// its grid values side by side to `gridGrad`; either, or both, as `rows` says. A corner of weight 0 takes
// part: an infinite gradient there gives NaN.
using GridGradTile = std::array<double, 2 * kGridTile>;
void BlendGridSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                      const GridEdges& edges, const GridRows& rows, GridGradTile& gridGrad);

}  // namespace openaclnn
