// SPDX-License-Identifier: Apache-2.0
//
// Blocks of probabilities and of the gradients of scores, made anew from what the forward operator has left
// of each row: its largest score and its sum.
#pragma once

#include <cstdint>

#include "backend/cpu/parallel.h"
#include "kernels/tiles/scratch.h"
#include "ops/attention/attention.h"
#include "ops/attention/panels.h"
#include "ops/attention/score_conditions.h"

namespace openaclnn {

/// How queries and keys are cut, and what a task keeps of a block of either in its slot.
class GradientBlocks {
 public:
  GradientBlocks() = default;
  GradientBlocks(const AttentionArgs& args, const AttentionShape& shape, ScratchLayout* slot);

  /// One run's.
  struct Source {
    const AttentionArgs& args;
    const std::byte* dropMask;
    std::byte* slot;
  };
  struct Head {
    int64_t batch;
    int64_t head;
  };

  [[nodiscard]] int64_t Width() const { return width_; }
  /// Queries of a block, and keys of one: some panels.
  [[nodiscard]] int64_t Lanes() const { return lanes_; }
  [[nodiscard]] int64_t QueryBlocks() const { return CeilDivide(shape_.queries, lanes_); }
  [[nodiscard]] int64_t KeyBlocks() const { return CeilDivide(shape_.keys, lanes_); }
  [[nodiscard]] int64_t QueriesOf(int64_t block) const {
    return std::min(lanes_, shape_.queries - block * lanes_);
  }
  [[nodiscard]] int64_t KeysOf(int64_t block) const { return std::min(lanes_, shape_.keys - block * lanes_); }

  /// Room for a block of keys and values, which is packed once.
  [[nodiscard]] int64_t KeyFloats() const { return keys_.Floats(lanes_) + values_.Floats(lanes_); }
  void PackKeys(const AttentionArgs& args, int64_t batch, int64_t keyHead, int64_t block, float* to) const;
  /// Takes the queries of a block, their gradients and their rows' numbers into the slot.
  void PackQueries(const Source& source, const Head& head, int64_t block) const;
  /// Makes the tiles of the block of queries in the slot with a block of keys; false if no query sees a key.
  bool MakeTiles(const Source& source, const Head& head, int64_t queryBlock, int64_t keyBlock,
                 const float* keys) const;

  /// Of each panel of queries: probabilities * kept, and gradients of scores, [Lanes() keys][Width()].
  [[nodiscard]] float* Probabilities(std::byte* slot, int64_t panel) const {
    return probabilities_.In(slot) + panel * lanes_ * width_;
  }
  [[nodiscard]] float* Gradients(std::byte* slot, int64_t panel) const {
    return gradients_.In(slot) + panel * lanes_ * width_;
  }
  /// How many keys of the tile there may be something of: the others are zeros.
  [[nodiscard]] int64_t Seen(std::byte* slot, int64_t panel) const { return seen_.In(slot)[panel]; }

 private:
  void ReadRows(const Source& source, const Head& head, int64_t firstQuery, int64_t queries,
                int64_t panel) const;

  AttentionShape shape_;
  ScoreConditions conditions_;
  int64_t width_ = 0;
  int64_t lanes_ = 0;
  PanelShape keys_;  // row panels: a key a lane
  PanelShape values_;
  PanelShape queries_;  // column panels: a query a lane
  PanelShape outs_;     // of out and its gradient
  ScratchArray<float> query_;
  ScratchArray<float> outGradient_;
  ScratchArray<float> out_;
  ScratchArray<float> largest_;
  ScratchArray<float> inverse_;
  ScratchArray<float> correction_;
  ScratchArray<float> probabilities_;
  ScratchArray<float> gradients_;
  ScratchArray<int64_t> seen_;
  ScratchArray<std::byte> conditionsAt_;
};

/// The gradient of a bias: a pass of its own, since several heads, batches or queries may share a bias.
struct BiasGradientState {
  AttentionShape shape;
  GradientBlocks blocks;
  int64_t batches = 0;  // of the bias
  bool sharesRows = false;
  int64_t queryBlocks = 0;  // that have gradients of their own
  int64_t tasks = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
  ScratchArray<std::byte> slotsAt;
  // In a slot.
  ScratchArray<float> keys;
  ScratchArray<float> sums;
  ScratchArray<double> rowSums;
  ScratchArray<float> rows;
};
[[nodiscard]] BiasGradientState PrepareBiasGradient(const AttentionArgs& args, ScratchLayout* workspace);
void RunBiasGradient(const AttentionArgs& args, const BiasGradientState& state, const std::byte* dropMask,
                     std::byte* workspace, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
