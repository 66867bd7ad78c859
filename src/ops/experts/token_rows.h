// SPDX-License-Identifier: Apache-2.0
//
// Rows of tokens and of experts, as operators that route tokens copy, scale and multiply them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

/// Row i of `to` = row sources[i] of `from`, of the same type; zeros if that is -1.
void CopyRows(const TensorView& from, const TensorView& to, int64_t hidden, const int64_t* sources,
              int64_t rows, const backend::cpu::CpuContext& cpu);

/// Row `row` of `to` = row `source` of `from`, times `weight`; zeros if `source` is -1.
void WriteScaledRow(const TileReader& from, int64_t source, float weight, int64_t hidden,
                    const TileWriter& to, int64_t row);

/// The sum of products of a row of `gradients` with one whose tiles tile(begin, count, buffer) returns, in float64.
template <typename Tile>
float DotOfRow(const Tile& tile, const TileReader& gradients, int64_t row, int64_t hidden) {
  constexpr size_t kLanes = 16;
  std::array<double, kLanes> lanes{};
  for (int64_t begin = 0; begin < hidden; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, hidden - begin);
    TileBuffer buffer;
    TileBuffer gradientBuffer;
    const float* const numbers = tile(begin, count, buffer);
    const float* const gradient = gradients.Read(row * hidden + begin, count, gradientBuffer);
    for (int64_t i = 0; i < count; ++i) {
      lanes[static_cast<size_t>(i) % kLanes] += static_cast<double>(numbers[i]) * gradient[i];
    }
  }
  double sum = 0;
  for (const double lane : lanes) {
    sum += lane;
  }
  return static_cast<float>(sum);
}

}  // namespace openaclnn
