// SPDX-License-Identifier: Apache-2.0
//
// The inner loops: a tile of samples against the two rows of pixels that they lie between.
#pragma once

#include <array>
#include <cstdint>

#include "base/dtype.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_points.h"

namespace openaclnn {

// The pixels that samples may touch, each with `lanes` channels (GridRowLanes) side by side: two neighbouring
// rows that all samples lie between, or a whole image.
struct GridRows {
  int64_t lanes;
  // Where the pixels begin: at a column, and for an image at a row, both counted as in the image, which they
  // may begin left of and above.
  int64_t firstColumn;
  int64_t firstRow = 0;
  int64_t rowPixels = 0;  // of an image's rows; 0 for two rows that are wherever they are
  // Sums of inputGrad; null if it is not wanted.
  double* northSums = nullptr;
  double* southSums = nullptr;
  // The input; null if gridGrad is not wanted.
  const float* northInput = nullptr;
  const float* southInput = nullptr;
};

// The gradients of a tile of samples, rows in the type of the tensor: the row of sample i, or of sample
// order[i], is `stride` bytes times that from the first.
struct GridGradients {
  DType dtype;
  const std::byte* data;
  int64_t stride;
  const int64_t* order;  // null: as they come
};

// Corners further to the right or down are outside of the image.
struct GridEdges {
  double lastColumn;
  double lastRow;
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
