// SPDX-License-Identifier: Apache-2.0
//
// Tensors of quantized integers, seen as rows of float32: INT8 and other integers, and INT4 packed in words.
#pragma once

#include <array>
#include <cstdint>

#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

/// Integers from the lowest to the highest, which floats hold.
struct WholeRange {
  float lowest;
  float highest;
};

inline constexpr WholeRange kInt4Range{-8, 7};
inline constexpr WholeRange kInt8Range{-128, 127};
inline constexpr WholeRange kUint8Range{0, 255};
// The largest float below 2^31.
inline constexpr WholeRange kInt32Range{-2147483648.0F, 2147483520.0F};

/// An INT32 has so many INT4, the first one in the lowest bits.
inline constexpr int64_t kPackedInWord = 8;

enum class RoundMode : uint8_t { kNearest, kFloor, kCeil, kTrunc };

/// to[i] = from[i], rounded (kNearest: ties to even) and saturated; NaN becomes 0. In place, too.
void RoundToRange(const float* from, int64_t count, RoundMode mode, const WholeRange& range, float* to);

/// Reads tiles of a view of FLOAT, FLOAT16, BFLOAT16 or integers as float32.
class MixedReader {
 public:
  /// `packed`: of INT32, which hold INT4. Elements are counted in these.
  explicit MixedReader(const TensorView& view, bool packed = false);

  /// Elements [begin, begin + count), count <= kTileElements; of packed ones, multiples of kPackedInWord.
  const float* Read(int64_t begin, int64_t count, TileBuffer& buffer) const;
  [[nodiscard]] float At(int64_t element) const;

 private:
  const std::byte* data_;
  DType dtype_;
  bool packed_;
  MergedDims dims_;
  TileReader floats_;
};

/// Writes tiles of whole numbers within range to a view of integers.
class WholeWriter {
 public:
  explicit WholeWriter(const TensorView& view, bool packed = false);

  /// Counted as MixedReader counts.
  void Write(int64_t begin, int64_t count, const float* tile) const;

 private:
  std::byte* data_;
  DType dtype_;
  bool packed_;
  MergedDims dims_;
};

}  // namespace openaclnn
