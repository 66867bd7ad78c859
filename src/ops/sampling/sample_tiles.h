// SPDX-License-Identifier: Apache-2.0
//
// What is worked on together: samples, and channels of a pixel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn::grid_sampler {

/// Samples that are worked on together: what is known of them stays in level-one cache.
inline constexpr int64_t kTileSamples = 64;

template <typename T, size_t kEach = 1>
using PerSample = std::array<T, static_cast<size_t>(kTileSamples) * kEach>;

inline constexpr int64_t kMostLanes = 32;

/// Lanes of a packed row: 1, 4, 8, 16 or kMostLanes.
[[nodiscard]] constexpr int64_t LanesOf(int64_t channels) {
  for (const int64_t lanes : {1, 4, 8, 16}) {
    if (channels <= lanes) {
      return lanes;
    }
  }
  return kMostLanes;
}

}  // namespace openaclnn::grid_sampler
