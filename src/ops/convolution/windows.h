// SPDX-License-Identifier: Apache-2.0
//
// The windows that a kernel is laid over, as an operand of a matrix product: made while they are packed,
// never as a whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "kernels/gemm/gemm.h"

namespace openaclnn {

inline constexpr size_t kMostSpatial = 3;
using Spatial = std::array<int64_t, kMostSpatial>;

/// Some channels of samples. Strides in elements.
struct WindowSource {
  const std::byte* data = nullptr;
  DType dtype = DType::kUndefined;
  int64_t sampleStride = 0;
  int64_t channelStride = 0;
  Spatial strides{};
};

/// Position q sees through tap t what lies at q * step + first + t * tapStep, and zero outside of the
/// extents.
struct Windows {
  int64_t samples = 0;
  int64_t channels = 0;
  Spatial extents{};
  Spatial positions{};
  Spatial step{};
  Spatial taps{};
  Spatial first{};
  Spatial tapStep{};

  [[nodiscard]] int64_t Positions() const { return samples * positions[0] * positions[1] * positions[2]; }
  [[nodiscard]] int64_t Taps() const { return taps[0] * taps[1] * taps[2]; }
};

/// As GemmPack: a lane is a position (of all samples, in row-major order), the depth is [tap][channel].
template <typename T>
void PackPositions(const WindowSource& source, const Windows& windows, const GemmPiece& piece, int64_t width,
                   T* panel);

/// As GemmPack: a lane is [tap][channel], the depth is positions.
template <typename T>
void PackTaps(const WindowSource& source, const Windows& windows, const GemmPiece& piece, int64_t width,
              T* panel);

}  // namespace openaclnn
