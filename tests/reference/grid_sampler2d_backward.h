// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/support/array.h"

namespace openaclnn::reference {

struct GridSampler2DBackwardResult {
  testing::Array inputGrad;  // shape of input
  testing::Array gridGrad;   // shape of grid
};

/// Gradients of 2-D grid sampling with respect to input and grid. For tests only: slow.
///
/// gradOutput [N,C,Ho,Wo], input [N,C,H,W], grid [N,Ho,Wo,2] holding (x, y), x along W.
/// interpolationMode 0 bilinear, 1 nearest (ties to even); paddingMode 0 zeros, 1 border, 2 reflection.
///
/// A grid value becomes a pixel coordinate p and its derivative m in float64, with the operations in the
/// documented order: cell boundaries and ties are where that order puts them. A coordinate that ends up NaN
/// or outside
/// [-2^31, 2^31 - 2] makes its sample contribute nothing.
GridSampler2DBackwardResult GridSampler2DBackward(const testing::Array& gradOutput,
                                                  const testing::Array& input, const testing::Array& grid,
                                                  int64_t interpolationMode, int64_t paddingMode,
                                                  bool alignCorners);

/// The same sums over the absolute values of all terms: the scale of rounding of each output.
GridSampler2DBackwardResult GridSampler2DBackwardMagnitudes(const testing::Array& gradOutput,
                                                            const testing::Array& input,
                                                            const testing::Array& grid,
                                                            int64_t interpolationMode, int64_t paddingMode,
                                                            bool alignCorners);

}  // namespace openaclnn::reference
