// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn::conformance {

struct GridOptions {
  bool nearest;
  int64_t paddingMode;  // 0 zeros, 1 border, 2 reflection
  bool alignCorners;
};

/// Where one sample of a grid reads. Corner 0 is (top, left), then left + 1, then the two of top + 1.
struct GridPoint {
  int64_t left = 0;
  int64_t top = 0;
  double tx = 0;  // how far beyond left and top
  double ty = 0;
  double slopeX = 0;  // of the coordinates, with respect to the grid's values
  double slopeY = 0;
  size_t corners = 0;  // 4 bilinear, 1 nearest, 0 if the sample adds nothing

  double Weight(size_t corner) const { return PartX(corner) * PartY(corner); }
  /// The derivatives of the weight along tx and ty.
  double WeightAlongX(size_t corner) const { return corner % 2 == 0 ? -PartY(corner) : PartY(corner); }
  double WeightAlongY(size_t corner) const { return corner / 2 == 0 ? -PartX(corner) : PartX(corner); }

 private:
  double PartX(size_t corner) const { return corner % 2 == 0 ? 1 - tx : tx; }
  double PartY(size_t corner) const { return corner / 2 == 0 ? 1 - ty : ty; }
};

/// Coordinates in float32, with the operations in the documented order, as devices and PyTorch compute them: cell
/// boundaries and ties are where that puts them. Compile without contraction to FMAs.
GridPoint Locate(double gridX, double gridY, int64_t width, int64_t height, const GridOptions& options);

}  // namespace openaclnn::conformance
