// SPDX-License-Identifier: Apache-2.0
//
// Where samples lie in the image.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/tiles.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"

namespace openaclnn {

// Samples that are worked on together: what is known of them stays in level-one cache.
inline constexpr size_t kGridTile = 64;

// Calls visit(begin, count) for the tiles of a range.
template <typename Visit>
void ForEachTile(int64_t begin, int64_t end, int64_t tile, const Visit& visit) {
  for (; begin < end; begin += tile) {
    visit(begin, std::min(tile, end - begin));
  }
}

// A tile of samples, an array for each of their numbers. Aligned, and a whole number of vectors long.
struct GridPoints {
  template <typename T>
  using Numbers = std::array<T, kGridTile>;

  // Nearest: the pixel that the sample takes. Bilinear: the north-west one of the four that it lies between,
  // which may be a row above or a column left of the image. kNowhere if the sample touches no pixel.
  alignas(64) Numbers<int32_t> x0;
  alignas(64) Numbers<int32_t> y0;
  // The rest is for bilinear alone. How far the sample is from that pixel.
  alignas(64) Numbers<double> tx;
  alignas(64) Numbers<double> ty;
  // Derivatives of its position in pixels with respect to its grid values.
  alignas(64) Numbers<double> slopeX;
  alignas(64) Numbers<double> slopeY;

  static constexpr int32_t kNowhere = -2;
};

// Locates a tile of samples by their pairs (x, y) of grid values. Reads and writes whole vectors: the numbers
// of up to kGridPadding samples after the last may be anything, but must be there.
inline constexpr int64_t kGridPadding = 15;
void LocateGridPoints(const GridSampler2DBackwardArgs& args, const float* pairs, int64_t count,
                      GridPoints& points);
// The same for samples from the first of `grid`'s on, of all images.
void LocateGridPoints(const GridSampler2DBackwardArgs& args, const TileReader& grid, int64_t sample,
                      int64_t count, GridPoints& points);

}  // namespace openaclnn
