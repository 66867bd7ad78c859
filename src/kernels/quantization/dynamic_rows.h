// SPDX-License-Identifier: Apache-2.0
//
// Rows that are quantized by scales of their own.
#pragma once

#include <cstdint>

#include "base/function_ref.h"
#include "kernels/quantization/whole_numbers.h"

namespace openaclnn {

/// Elements [begin, begin + count) of a row, count <= kTileElements: in the buffer, or where they lie.
using RowTile = FunctionRef<const float*(int64_t begin, int64_t count, TileBuffer& buffer)>;

/// What a row's numbers are divided by, and what is added then.
struct RowScale {
  float scale = 0;
  float offset = 0;
};

/// The scale with which the largest magnitude becomes the highest number of the range; 0 of a row of zeros.
[[nodiscard]] RowScale SymmetricScale(const RowTile& row, int64_t length, const WholeRange& range);
/// Scale and offset with which the extremes become those of the range; 0 of a row of equal numbers.
[[nodiscard]] RowScale AsymmetricScale(const RowTile& row, int64_t length, const WholeRange& range);

/// Where a tensor's quantized rows go: the numbers, [rows, length], and the scales, [rows].
class DynamicRows {
 public:
  /// `offsets`, if it is defined: rows are quantized asymmetrically. `packed`: INT32 of eight INT4 each. `share`: of
  /// the largest magnitude, which becomes the highest number; what is larger is cut off.
  DynamicRows(const TensorView& numbers, const TensorView& scales, const TensorView& offsets, bool packed,
              float share = 1);

  /// Goes through the row twice.
  void Quantize(int64_t row, int64_t length, const RowTile& tile) const;

 private:
  WholeWriter numbers_;
  TileWriter scales_;
  TileWriter offsets_;
  WholeRange range_;
  bool symmetric_;
  float share_;
};

}  // namespace openaclnn
