// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "ops/sampling/grid_modes.h"
#include "ops/sampling/sample_tiles.h"

namespace openaclnn::grid_sampler {

// An axis of an image, and how grid values are places on it.
struct GridAxis {
  int64_t pixels = 0;
  GridInterpolation interpolation = GridInterpolation::kBilinear;  // or kNearest
  GridPadding padding = GridPadding::kZeros;
  bool alignCorners = false;
  bool isDouble = false;  // samples of DOUBLE are located in float64, others in float32
};

// What a tile of samples takes along an axis: two pixels (with kNearest one, of weight 1), -1 where they are
// outside of the image, and by how many pixels a sample moves for each unit of its grid value.
struct AxisSamples {
  alignas(64) std::array<PerSample<int32_t>, 2> pixels;
  alignas(64) std::array<PerSample<double>, 2> weights;
  alignas(64) PerSample<double> slopes;
};

void LocateOnAxis(const GridAxis& axis, const PerSample<double>& values, AxisSamples& samples);

}  // namespace openaclnn::grid_sampler
