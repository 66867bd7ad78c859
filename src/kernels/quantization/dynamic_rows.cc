// SPDX-License-Identifier: Apache-2.0
#include "kernels/quantization/dynamic_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace openaclnn {
namespace {

constexpr int64_t kLanes = 16;
using Lanes = std::array<float, kLanes>;

// The largest of what `value` makes of the numbers; NaN counts for nothing, which makes it independent of any
// order.
template <typename Value>
float LargestOf(const RowTile& row, int64_t length, float least, const Value& value) {
  Lanes largest;
  largest.fill(least);
  TileBuffer buffer;
  for (int64_t begin = 0; begin < length; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, length - begin);
    const float* const tile = row(begin, count, buffer);
    const int64_t whole = count / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
      for (int64_t lane = 0; lane < kLanes; ++lane) {
        const float number = value(tile[i + lane]);
        float& most = largest[static_cast<size_t>(lane)];
        most = number > most ? number : most;
      }
    }
    for (int64_t i = whole; i < count; ++i) {
      const float number = value(tile[i]);
      largest[0] = number > largest[0] ? number : largest[0];
    }
  }
  return *std::max_element(largest.begin(), largest.end());
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

RowScale SymmetricScale(const RowTile& row, int64_t length, const WholeRange& range) {
  const float largest = LargestOf(row, length, 0.0F, [](float number) { return std::fabs(number); });
  return {largest / range.highest, 0};
}

RowScale AsymmetricScale(const RowTile& row, int64_t length, const WholeRange& range) {
  const float highest = LargestOf(row, length, -kInfinity, [](float number) { return number; });
  const float lowest = -LargestOf(row, length, -kInfinity, [](float number) { return -number; });
  if (!(highest > lowest)) {
    return {};
  }
  const float scale = (highest - lowest) / (range.highest - range.lowest);
  return {scale, range.highest - highest / scale};
}

DynamicRows::DynamicRows(const TensorView& numbers, const TensorView& scales, const TensorView& offsets,
                         bool packed, float share)
    : numbers_(numbers, packed),
      scales_(scales),
      offsets_(offsets.Defined() ? offsets : scales),
      range_(packed ? kInt4Range : kInt8Range),
      symmetric_(!offsets.Defined()),
      share_(share) {}

void DynamicRows::Quantize(int64_t row, int64_t length, const RowTile& tile) const {
  RowScale by = symmetric_ ? SymmetricScale(tile, length, range_) : AsymmetricScale(tile, length, range_);
  by.scale *= share_;
  scales_.Write(row, 1, &by.scale);
  if (!symmetric_) {
    offsets_.Write(row, 1, &by.offset);
  }
  TileBuffer buffer;
  TileBuffer quotients;
  for (int64_t begin = 0; begin < length; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, length - begin);
    if (by.scale > 0) {
      const float* const numbers = tile(begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        quotients[static_cast<size_t>(i)] = numbers[i] / by.scale + by.offset;
      }
    } else {
      quotients.fill(0);
    }
    RoundToRange(quotients.data(), count, RoundMode::kNearest, range_, quotients.data());
    numbers_.Write(row * length + begin, count, quotients.data());
  }
}

}  // namespace openaclnn
