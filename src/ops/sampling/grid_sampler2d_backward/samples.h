// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/sampling/sample_tiles.h"

namespace openaclnn::grid_sampler {

inline constexpr size_t kCorners = 4;

/// Where a tile of samples lies in the image. Aligned, and a whole number of vectors long.
struct Points {
  /// A coordinate of samples that touch no pixel.
  static constexpr int32_t kNowhere = -2;

  // The cell of each sample: of nearest the pixel that it takes, of bilinear the north-west one of the four
  // that it lies between, which may be a row above or a column left of the image.
  alignas(64) PerSample<int32_t> column{};
  alignas(64) PerSample<int32_t> row{};
  // The rest is for bilinear alone. How much the western and the eastern pixels count, the northern and the
  // southern ones: both pairs add up to 1.
  alignas(64) PerSample<float> west{};
  alignas(64) PerSample<float> east{};
  alignas(64) PerSample<float> north{};
  alignas(64) PerSample<float> south{};
  // The weights of each sample's corners: north-west, north-east, south-west, south-east.
  alignas(64) std::array<PerSample<float>, kCorners> weights{};
  // Derivatives of its position in pixels with respect to its grid values.
  alignas(64) PerSample<float> slopeX{};
  alignas(64) PerSample<float> slopeY{};
};

}  // namespace openaclnn::grid_sampler
