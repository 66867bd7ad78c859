// SPDX-License-Identifier: Apache-2.0
//
// What beside the products decides on scores: which keys a query sees, what is added, and which probabilities
// dropout keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/function_ref.h"
#include "kernels/tiles/scratch.h"
#include "ops/attention/attention.h"
#include "ops/attention/score_tile.h"

namespace openaclnn {

/// Some queries, at most as many as a tile is wide, and keys of one head.
struct ScorePlace {
  int64_t batch = 0;
  int64_t head = 0;
  int64_t firstQuery = 0;
  int64_t queries = 0;
  int64_t firstKey = 0;
  int64_t keys = 0;
};

/// The bytes of a drop mask, one after the other: a copy in the workspace where the mask has gaps.
class DropMaskBytes {
 public:
  void Book(const AttentionArgs& args, ScratchLayout* workspace);
  /// Null without a mask.
  [[nodiscard]] const std::byte* In(const AttentionArgs& args, std::byte* workspace) const;

 private:
  ScratchArray<std::byte> copy_;
};

/// Limits a tile to the keys from `firstKey` on, `keys` of them, that its lanes see: it ends behind the last
/// one. `begin` and `end` have room for its lanes.
void LimitTile(int64_t firstKey, int64_t keys, FunctionRef<KeyRange(int64_t lane)> seenBy, float* begin,
               float* end, ScoreTile* tile);

class ScoreConditions {
 public:
  ScoreConditions() = default;
  /// For tiles of at most `mostKeys` keys, at most kGemmDepth.
  ScoreConditions(const AttentionArgs& args, const AttentionShape& shape, int64_t width, int64_t mostKeys);

  /// A tile on `products` of the keys up to the last one that is seen, perhaps none; its arrays lie in
  /// `scratch`.
  [[nodiscard]] ScoreTile TileOf(const AttentionArgs& args, const std::byte* dropMask,
                                 const ScorePlace& place, float* products, std::byte* scratch) const;
  [[nodiscard]] size_t ScratchBytes() const { return scratchBytes_; }

 private:
  /// The keys that a query may see by its number: empty ones have begin >= end.
  [[nodiscard]] KeyRange VisibleTo(const AttentionArgs& args, int64_t batch, int64_t query) const;
  void SetRanges(const AttentionArgs& args, const ScorePlace& place, std::byte* scratch,
                 ScoreTile* tile) const;
  void PackBias(const AttentionArgs& args, const ScorePlace& place, float* to) const;
  void PackMask(const AttentionArgs& args, const ScorePlace& place, uint8_t* to) const;
  void UnpackKept(const AttentionArgs& args, const std::byte* dropMask, const ScorePlace& place,
                  float* to) const;
  void DrawKept(const AttentionArgs& args, const ScorePlace& place, float* to) const;
  /// The first key's place among all scores, as they lie in [batches, heads, queries, keys].
  [[nodiscard]] int64_t ScoreOf(const AttentionArgs& args, const ScorePlace& place, int64_t lane) const;

  AttentionShape shape_;
  int64_t width_ = 0;
  ScratchArray<float> begin_;
  ScratchArray<float> end_;
  ScratchArray<float> bias_;
  ScratchArray<float> kept_;
  ScratchArray<uint8_t> masked_;
  size_t scratchBytes_ = 0;
};

}  // namespace openaclnn
