// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/support/array.h"

namespace openaclnn::reference {

/// What positions are computed in: the operator's type, or one in which derivatives can be compared with differences.
enum class Positions : uint8_t { kFloat32, kFloat64 };

struct GridSampler2DBackwardResult {
  testing::Array inputGrad;  // shape of input
  testing::Array gridGrad;   // shape of grid
};

/// Gradients of 2-D grid sampling with respect to input and grid. For tests only: slow.
///
/// gradOutput [N,C,Ho,Wo], input [N,C,H,W], grid [N,Ho,Wo,2] holding (x, y), x along W.
/// interpolationMode 0 bilinear, 1 nearest (ties to even); paddingMode 0 zeros, 1 border, 2 reflection.
///
/// A grid value becomes a pixel coordinate p and its derivative m with the operations in the documented order, each
/// rounded as `positions` says: cell boundaries and ties are where that puts them. The rest is float64 and more. A
/// coordinate that ends up NaN or outside [-2^31, 2^31 - 2] makes its sample contribute nothing.
GridSampler2DBackwardResult GridSampler2DBackward(const testing::Array& gradOutput,
                                                  const testing::Array& input, const testing::Array& grid,
                                                  int64_t interpolationMode, int64_t paddingMode,
                                                  bool alignCorners,
                                                  Positions positions = Positions::kFloat32);

/// The same sums over the absolute values of all terms: the scale of rounding of each output.
GridSampler2DBackwardResult GridSampler2DBackwardMagnitudes(const testing::Array& gradOutput,
                                                            const testing::Array& input,
                                                            const testing::Array& grid,
                                                            int64_t interpolationMode, int64_t paddingMode,
                                                            bool alignCorners,
                                                            Positions positions = Positions::kFloat32);

}  // namespace openaclnn::reference
