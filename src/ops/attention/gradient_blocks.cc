// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/gradient_blocks.h"

#include <algorithm>
#include <limits>

#include "ops/attention/score_tile.h"

namespace openaclnn {
namespace {

// About as many queries, and keys, as a block has: its tiles stay in the level-two cache.
constexpr int64_t kBlock = 128;

}  // namespace

GradientBlocks::GradientBlocks(const AttentionArgs& args, const AttentionShape& shape, ScratchLayout* slot)
    : shape_(shape) {
  const GemmKernel<float>& kernel = BestGemmKernel<float>();
  width_ = kernel.columns;
  lanes_ = CeilDivide(kBlock, width_) * width_;
  keys_ = {kernel.rows, shape.size};
  values_ = {kernel.rows, shape.valueSize};
  queries_ = {width_, shape.size};
  outs_ = {width_, shape.valueSize};
  conditions_ = ScoreConditions(args, shape, width_, lanes_);
  query_ = slot->Book<float>(queries_.Floats(lanes_));
  outGradient_ = slot->Book<float>(outs_.Floats(lanes_));
  out_ = slot->Book<float>(outs_.Stride());
  largest_ = slot->Book<float>(lanes_);
  inverse_ = slot->Book<float>(lanes_);
  correction_ = slot->Book<float>(lanes_);
  probabilities_ = slot->Book<float>(lanes_ * lanes_);
  gradients_ = slot->Book<float>(lanes_ * lanes_);
  seen_ = slot->Book<int64_t>(lanes_ / width_);
  conditionsAt_ = slot->Book<std::byte>(static_cast<int64_t>(conditions_.ScratchBytes()));
}

void GradientBlocks::PackKeys(const AttentionArgs& args, int64_t batch, int64_t keyHead, int64_t block,
                              float* to) const {
  const HeadMatrix keys(args.key, StridesOf(args.key, args.layout, shape_.size), batch, keyHead);
  const HeadMatrix values(args.value, StridesOf(args.value, args.layout, shape_.valueSize), batch, keyHead);
  PackRows(keys, block * lanes_, KeysOf(block), shape_.size, keys_, to, GemmSide::kRows);
  PackRows(values, block * lanes_, KeysOf(block), shape_.valueSize, values_, to + keys_.Floats(lanes_),
           GemmSide::kRows);
}

void GradientBlocks::ReadRows(const Source& source, const Head& head, int64_t firstQuery, int64_t queries,
                              int64_t panel) const {
  const AttentionArgs& args = source.args;
  const HeadMatrix largest(args.largest, StridesOf(args.largest, HeadLayout::kBnsd, kRowCopies), head.batch,
                           head.head);
  const HeadMatrix sum(args.sum, StridesOf(args.sum, HeadLayout::kBnsd, kRowCopies), head.batch, head.head);
  for (int64_t lane = 0; lane < width_; ++lane) {
    // Lanes without a query have probabilities of 0.
    float* const most = largest_.In(source.slot) + panel * width_ + lane;
    float* const inverse = inverse_.In(source.slot) + panel * width_ + lane;
    *most = std::numeric_limits<float>::infinity();
    *inverse = 0;
    if (lane < queries) {
      const int64_t query = firstQuery + lane;
      *most = reinterpret_cast<const float*>(largest.data)[query * largest.rowStride];
      *inverse = 1 / reinterpret_cast<const float*>(sum.data)[query * sum.rowStride];
    }
  }
}

void GradientBlocks::PackQueries(const Source& source, const Head& head, int64_t block) const {
  const AttentionArgs& args = source.args;
  const HeadMatrix query(args.query, StridesOf(args.query, args.layout, shape_.size), head.batch, head.head);
  const HeadMatrix out(args.out, StridesOf(args.out, args.layout, shape_.valueSize), head.batch, head.head);
  const HeadMatrix gradient(args.outGradient, StridesOf(args.outGradient, args.layout, shape_.valueSize),
                            head.batch, head.head);
  const int64_t first = block * lanes_;
  const int64_t queries = QueriesOf(block);
  PackRows(query, first, queries, shape_.size, queries_, query_.In(source.slot), GemmSide::kColumns);
  PackRows(gradient, first, queries, shape_.valueSize, outs_, outGradient_.In(source.slot),
           GemmSide::kColumns);
  for (int64_t panel = 0; panel * width_ < queries; ++panel) {
    const int64_t lanes = std::min(width_, queries - panel * width_);
    ReadRows(source, head, first + panel * width_, lanes, panel);
    PackRows(out, first + panel * width_, lanes, shape_.valueSize, outs_, out_.In(source.slot),
             GemmSide::kColumns);
    BestScoreLoops().sumProducts(out_.In(source.slot), outGradient_.In(source.slot) + panel * outs_.Stride(),
                                 shape_.valueSize, width_, correction_.In(source.slot) + panel * width_);
  }
}

bool GradientBlocks::MakeTiles(const Source& source, const Head& head, int64_t queryBlock, int64_t keyBlock,
                               const float* keys) const {
  const int64_t queries = QueriesOf(queryBlock);
  bool any = false;
  for (int64_t panel = 0; panel * width_ < queries; ++panel) {
    const int64_t first = panel * width_;
    float* const probabilities = Probabilities(source.slot, panel);
    float* const gradients = Gradients(source.slot, panel);
    const ScorePlace place{
        head.batch,        head.head,       queryBlock * lanes_ + first, std::min(width_, queries - first),
        keyBlock * lanes_, KeysOf(keyBlock)};
    const ScoreTile tile =
        conditions_.TileOf(source.args, source.dropMask, place, probabilities, conditionsAt_.In(source.slot));
    seen_.In(source.slot)[panel] = tile.keys;
    if (tile.keys > 0) {
      any = true;
      MultiplyPanels(keys, keys_, tile.keys, shape_.size, query_.In(source.slot) + panel * queries_.Stride(),
                     false, probabilities);
      MultiplyPanels(keys + keys_.Floats(lanes_), values_, tile.keys, shape_.valueSize,
                     outGradient_.In(source.slot) + panel * outs_.Stride(), false, gradients);
      BestScoreLoops().gradientStep(tile, gradients, largest_.In(source.slot) + first,
                                    inverse_.In(source.slot) + first, correction_.In(source.slot) + first);
    }
    std::fill(probabilities + tile.keys * width_, probabilities + lanes_ * width_, 0.0F);
    std::fill(gradients + tile.keys * width_, gradients + lanes_ * width_, 0.0F);
  }
  return any;
}

}  // namespace openaclnn
