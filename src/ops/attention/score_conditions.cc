// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/score_conditions.h"

#include <algorithm>
#include <array>

#include "kernels/gemm/gemm.h"
#include "kernels/random/random_words.h"
#include "kernels/tiles/flat_copy.h"
#include "simd/transpose.h"

namespace openaclnn {

void DropMaskBytes::Book(const AttentionArgs& args, ScratchLayout* workspace) {
  if (args.dropMask.Defined() && !args.dropMask.Contiguous()) {
    copy_ = workspace->Book<std::byte>(args.dropMask.NumElements());
  }
}

const std::byte* DropMaskBytes::In(const AttentionArgs& args, std::byte* workspace) const {
  if (!args.dropMask.Defined() || args.dropMask.Contiguous()) {
    return args.dropMask.data;
  }
  TensorView copy = args.dropMask;
  ContiguousStrides(copy.Dims(), {copy.strides.data(), static_cast<size_t>(copy.rank)});
  copy.data = copy_.In(workspace);
  CopyFlat(args.dropMask, 0, copy, 0, copy.NumElements());
  return copy.data;
}

void LimitTile(int64_t firstKey, int64_t keys, FunctionRef<KeyRange(int64_t lane)> seenBy, float* begin,
               float* end, ScoreTile* tile) {
  int64_t seen = 0;
  bool all = true;
  for (int64_t lane = 0; lane < tile->width; ++lane) {
    const KeyRange range = seenBy(lane);
    const int64_t from = std::clamp(range.begin - firstKey, int64_t{0}, keys);
    const int64_t to = std::clamp(range.end - firstKey, from, keys);
    begin[lane] = static_cast<float>(from);
    end[lane] = static_cast<float>(to);
    seen = from < to ? std::max(seen, to) : seen;
    all = all && from == 0 && to == keys;
  }
  tile->keys = seen;
  if (!all) {
    tile->begin = begin;
    tile->end = end;
  }
}

ScoreConditions::ScoreConditions(const AttentionArgs& args, const AttentionShape& shape, int64_t width,
                                 int64_t mostKeys)
    : shape_(shape), width_(width) {
  ScratchLayout scratch;
  begin_ = scratch.Book<float>(width);
  end_ = scratch.Book<float>(width);
  bias_ = scratch.Book<float>(args.bias.Defined() ? width * mostKeys : 0);
  kept_ = scratch.Book<float>(args.Drops() ? width * mostKeys : 0);
  masked_ = scratch.Book<uint8_t>(args.Masks() ? width * mostKeys : 0);
  scratchBytes_ = scratch.Bytes();
}

KeyRange ScoreConditions::VisibleTo(const AttentionArgs& args, int64_t batch, int64_t query) const {
  const int64_t last = query + shape_.keys - shape_.queries;  // of right-down modes
  switch (args.sparseMode) {
    case kSparseLeftUp:
      return {0, query + 1};
    case kSparseRightDown:
      return {0, last + 1};
    case kSparseBand:
      return {last - args.before, last + args.after + 1};
    case kSparsePrefixByNumber:
      return {0, std::max(last + 1, args.prefix[static_cast<size_t>(batch)])};
    default:
      return {0, shape_.keys};
  }
}

void ScoreConditions::SetRanges(const AttentionArgs& args, const ScorePlace& place, std::byte* scratch,
                                ScoreTile* tile) const {
  if (LooksAtMask(args.sparseMode)) {
    tile->keys = place.keys;
    return;
  }
  LimitTile(
      place.firstKey, place.keys,
      [&](int64_t lane) {
        // Lanes without a query do as the last one does.
        return VisibleTo(args, place.batch, place.firstQuery + std::min(lane, place.queries - 1));
      },
      begin_.In(scratch), end_.In(scratch), tile);
}

void ScoreConditions::PackBias(const AttentionArgs& args, const ScorePlace& place, float* to) const {
  const HeadStrides strides = BroadcastStrides(args.bias);
  const int64_t offset =
      strides.OffsetOf(place.batch, place.head) * static_cast<int64_t>(SizeOf(args.bias.dtype));
  PackMatrix({args.bias.data + offset, args.bias.dtype, strides.row, strides.element},
             {place.firstQuery, place.queries, place.firstKey, place.keys}, width_, to);
}

void ScoreConditions::PackMask(const AttentionArgs& args, const ScorePlace& place, uint8_t* to) const {
  const HeadStrides strides = BroadcastStrides(args.mask);
  const auto* from = reinterpret_cast<const uint8_t*>(args.mask.data) +
                     strides.OffsetOf(place.batch, place.head) + place.firstQuery * strides.row +
                     place.firstKey * strides.element;
  if (place.queries == width_ && strides.element == 1) {
    PlanesToRows(1, from, strides.row, width_, place.keys, to);
    return;
  }
  for (int64_t key = 0; key < place.keys; ++key) {
    for (int64_t lane = 0; lane < width_; ++lane) {
      to[key * width_ + lane] = lane < place.queries ? from[lane * strides.row + key * strides.element] : 0;
    }
  }
}

int64_t ScoreConditions::ScoreOf(const AttentionArgs& args, const ScorePlace& place, int64_t lane) const {
  // Lanes without a query do as the last one does.
  const int64_t query = place.firstQuery + std::min(lane, place.queries - 1);
  return args.firstScore +
         ((place.batch * shape_.heads + place.head) * shape_.queries + query) * shape_.keys + place.firstKey;
}

void ScoreConditions::UnpackKept(const AttentionArgs& args, const std::byte* dropMask,
                                 const ScorePlace& place, float* to) const {
  const auto kept = static_cast<float>(1 / args.keepProbability);
  for (int64_t lane = 0; lane < width_; ++lane) {
    const int64_t first = ScoreOf(args, place, lane);
    for (int64_t key = 0; key < place.keys; ++key) {
      const int64_t bit = first + key;
      const bool set = (static_cast<unsigned>(dropMask[bit / 8]) >> (bit % 8) & 1U) != 0;
      to[key * width_ + lane] = set ? kept : 0;
    }
  }
}

// Score i is kept where word i of the sequence says so, as dropout does with the elements of a tensor.
void ScoreConditions::DrawKept(const AttentionArgs& args, const ScorePlace& place, float* to) const {
  const auto kept = static_cast<float>(1 / args.keepProbability);
  const uint64_t threshold = WordsOf(1 - args.keepProbability);
  std::array<uint32_t, kMostRandomWords> words;
  for (int64_t lane = 0; lane < width_; ++lane) {
    const int64_t first = ScoreOf(args, place, lane);
    for (int64_t key = 0; key < place.keys;) {
      const int64_t begin = (first + key) / kWordsOfBlock * kWordsOfBlock;
      const int64_t end = std::min(first + place.keys, begin + kMostRandomWords);
      DrawWords(*args.dropSequence, begin, end - begin, words.data());
      for (; first + key < end; ++key) {
        const uint32_t word = words[static_cast<size_t>(first + key - begin)];
        to[key * width_ + lane] = word >= threshold ? kept : 0;
      }
    }
  }
}

ScoreTile ScoreConditions::TileOf(const AttentionArgs& args, const std::byte* dropMask,
                                  const ScorePlace& place, float* products, std::byte* scratch) const {
  ScoreTile tile;
  tile.products = products;
  tile.width = width_;
  tile.scale = static_cast<float>(args.scale);
  SetRanges(args, place, scratch, &tile);
  if (tile.keys == 0) {
    return tile;
  }
  ScorePlace seen = place;
  seen.keys = tile.keys;
  if (args.bias.Defined()) {
    PackBias(args, seen, bias_.In(scratch));
    tile.bias = bias_.In(scratch);
    tile.biasScale = args.scalesBias ? tile.scale : 1;
  }
  if (args.Masks()) {
    PackMask(args, seen, masked_.In(scratch));
    tile.masked = masked_.In(scratch);
  }
  if (args.Drops()) {
    if (args.dropMask.Defined()) {
      UnpackKept(args, dropMask, seen, kept_.In(scratch));
    } else {
      DrawKept(args, seen, kept_.In(scratch));
    }
    tile.kept = kept_.In(scratch);
  }
  return tile;
}

}  // namespace openaclnn
