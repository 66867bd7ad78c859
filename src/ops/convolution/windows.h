// SPDX-License-Identifier: Apache-2.0
//
// The windows that a kernel is laid over, as an operand of a matrix product: made while they are packed,
// never as a whole.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/checked_math.h"
#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tile_pack.h"

namespace openaclnn {

inline constexpr size_t kMostSpatial = 3;
using Spatial = std::array<int64_t, kMostSpatial>;

/// The spatial dims of a view, missing ones in front.
Spatial ExtentsOf(const TensorView& view);
Spatial StridesOf(const TensorView& view);

/// Some channels of samples. Strides in elements.
struct WindowSource {
  const std::byte* data = nullptr;
  DType dtype = DType::kUndefined;
  int64_t sampleStride = 0;
  int64_t channelStride = 0;
  Spatial strides{};
};

/// Of groups of so many channels.
WindowSource SourceOf(const TensorView& view, int64_t group, int64_t channels);

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

/// Rows of positions of a sample, at depth z.
struct Band {
  int64_t sample;
  int64_t z;
  int64_t y;
  int64_t rows;
};

/// The tasks that so many groups of channels are cut into: a band each, of at most so many rows.
class BandTasks {
 public:
  BandTasks(const Windows& windows, int64_t groups, int64_t rows)
      : samples_(windows.samples),
        groups_(groups),
        depths_(windows.positions[0]),
        height_(windows.positions[1]),
        rows_(rows),
        bands_(CeilDivide(height_, rows)) {}

  [[nodiscard]] int64_t Count() const { return samples_ * groups_ * depths_ * bands_; }
  [[nodiscard]] int64_t GroupOf(int64_t task) const { return task / bands_ / depths_ % groups_; }
  [[nodiscard]] Band BandOf(int64_t task) const {
    const int64_t y = task % bands_ * rows_;
    return {.sample = task / bands_ / depths_ / groups_,
            .z = task / bands_ % depths_,
            .y = y,
            .rows = std::min(rows_, height_ - y)};
  }

 private:
  int64_t samples_;
  int64_t groups_;
  int64_t depths_;
  int64_t height_;
  int64_t rows_;
  int64_t bands_;
};

/// As GemmPack, of columns: a lane is a position (of all samples, in row-major order), the depth is [tap][channel]. INT8
/// is packed as it is.
template <typename T>
void PackPositions(const WindowSource& source, const Windows& windows, const GemmPiece& piece, int64_t width,
                   T* panel);

/// As GemmPack: a lane is [tap][channel], the depth is positions.
template <typename T>
void PackTaps(const WindowSource& source, const Windows& windows, const GemmPiece& piece, GemmSide side,
              int64_t width, T* panel);

}  // namespace openaclnn
