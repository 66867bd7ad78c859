// SPDX-License-Identifier: Apache-2.0
//
// What decides on scores of cached keys: which ones a query sees, and what is added.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tiles/scratch.h"
#include "ops/attention/inference.h"
#include "ops/attention/score_tile.h"

namespace openaclnn {

/// Rows of scores of a head of keys, and some of the keys. Row r is of query r / Sharing(), and of the head of
/// query that is r % Sharing() among those that share the keys.
struct InferencePlace {
  int64_t sequence = 0;
  int64_t keyHead = 0;
  int64_t firstRow = 0;
  int64_t rows = 0;  // at most as many as a tile is wide
  int64_t firstKey = 0;
  int64_t keys = 0;
  int64_t firstQuery = 0;  // rows of padding: masks and biases count them
  int64_t keysBefore = 0;  // likewise
};

class InferenceConditions {
 public:
  InferenceConditions() = default;
  InferenceConditions(const InferenceArgs& args, int64_t width, int64_t mostKeys);

  /// A tile on `products` of the keys up to the last one that is seen, perhaps none; its arrays are in
  /// `scratch`.
  [[nodiscard]] ScoreTile TileOf(const InferenceArgs& args, const InferencePlace& place, float* products,
                                 std::byte* scratch) const;
  [[nodiscard]] size_t ScratchBytes() const { return scratchBytes_; }

 private:
  void PackBias(const InferenceArgs& args, const InferencePlace& place, std::byte* scratch) const;
  void PackMask(const InferenceArgs& args, const InferencePlace& place, std::byte* scratch) const;

  int64_t width_ = 0;
  ScratchArray<float> begin_;
  ScratchArray<float> end_;
  ScratchArray<float> biasRows_;  // a row after the other, before they are lanes
  ScratchArray<float> bias_;
  ScratchArray<uint8_t> maskRows_;
  ScratchArray<uint8_t> mask_;
  size_t scratchBytes_ = 0;
};

/// Strides of a mask's sequences, rows and keys.
[[nodiscard]] HeadStrides MaskStrides(const InferenceArgs& args);

}  // namespace openaclnn
