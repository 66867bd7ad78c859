// SPDX-License-Identifier: Apache-2.0
//
// How the loops of reductions are made: from those of an expression that reduces in lanes
// (kernels/reduction/lane_loops.h), or from another kind of block, led through a tile.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/quiet_nan.h"
#include "kernels/reduction/lane_blocks.h"
#include "kernels/reduction/reduction_loops.h"

namespace openaclnn {

// A block of some rows: where it begins among the elements that are reduced to one result.
struct ReductionBlock {
  int64_t begin;
  int64_t elements;  // of each row
  ReductionNumbers numbers;
  // How much later the next row's begins: 0, but where the rows are blocks of one row.
  int64_t step = 0;
};

// The loops of a reduction that goes block by block. A kind of it says what is kept of a block, and how that
// is joined:
//
//   struct Kind {
//     using Element = float;
//     using Partial = double;
//     static Partial OfNothing();
//     static Partial Join(const Partial& a, const Partial& b);  // b's elements come after those of a
//     // The block of up to kBlocksAtOnce rows, `stride` bytes apart, or of rows that lie side by side.
//     static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
//                      Partial* to);
//     static void Columns(const std::byte* data, int64_t stride, int64_t columns,
//                         const ReductionBlock& block, Partial* to);
//     // May be left out: what is found out about a row once all its blocks in the tile are joined.
//     static void Settle(const ReductionTile& tile, const std::byte* row, Partial& partial);
//   };
inline constexpr int64_t kBlocksAtOnce = 64;
// What is read twice has to stay in level-one cache.
inline constexpr int64_t kBytesAtOnce = 1 << 14;

template <class Kind>
class BlockReduction {
 public:
  using T = typename Kind::Element;
  using Partial = typename Kind::Partial;

  static void Reduce(const ReductionTile& tile) {
    auto* const partials = reinterpret_cast<Partial*>(tile.partials);
    if (tile.elements == 0) {
      std::fill_n(partials, tile.lines, Kind::OfNothing());
    } else if (tile.InRows(sizeof(T))) {
      ReduceRows(tile, partials);
    } else {
      ReduceAcross(tile, partials);
    }
  }

  static void JoinAll(std::byte* partials, int64_t count) {
    auto* const values = reinterpret_cast<Partial*>(partials);
    Partial all = values[0];
    for (int64_t i = 1; i < count; ++i) {
      all = Kind::Join(all, values[i]);
    }
    values[0] = all;
  }

 private:
  static constexpr auto kSize = static_cast<int64_t>(sizeof(T));

  static void Add(const Partial& block, bool first, Partial* partial) {
    *partial = first ? block : Kind::Join(*partial, block);
  }

  static ReductionBlock BlockOf(const ReductionTile& tile, int64_t begin) {
    return {tile.begin + begin, std::min(kSumBlock, tile.elements - begin), tile.numbers};
  }

  static void ReduceRows(const ReductionTile& tile, Partial* partials) {
    const int64_t bytes = std::min(tile.elements, kSumBlock) * kSize;
    const int64_t together = std::clamp(kBytesAtOnce / bytes, int64_t{1}, kBlocksAtOnce);
    if (tile.elements / kSumBlock > tile.lines) {
      for (int64_t line = 0; line < tile.lines; ++line) {
        ReduceLongRow(tile, line, together, partials + line);
      }
    } else {
      for (int64_t line = 0; line < tile.lines; line += together) {
        ReduceSomeRows(tile, line, std::min(together, tile.lines - line), partials + line);
      }
    }
    if constexpr (requires { &Kind::Settle; }) {
      for (int64_t line = 0; line < tile.lines; ++line) {
        Kind::Settle(tile, tile.data + line * tile.lineStride, partials[line]);
      }
    }
  }

  // Some whole blocks of a row at a time, then what is left.
  static void ReduceLongRow(const ReductionTile& tile, int64_t line, int64_t together, Partial* partial) {
    std::array<Partial, kBlocksAtOnce> blocks;
    const std::byte* const row = tile.data + line * tile.lineStride;
    for (int64_t begin = 0; begin < tile.elements;) {
      ReductionBlock block = BlockOf(tile, begin);
      block.step = kSumBlock;
      const int64_t count = std::clamp((tile.elements - begin) / kSumBlock, int64_t{1}, together);
      Kind::Rows(row + begin * kSize, kSumBlock * kSize, count, block, blocks.data());
      for (int64_t b = 0; b < count; ++b) {
        Add(blocks[static_cast<size_t>(b)], tile.first && begin == 0 && b == 0, partial);
      }
      begin += count * kSumBlock;
    }
  }

  // The same block of each row, then the next one.
  static void ReduceSomeRows(const ReductionTile& tile, int64_t line, int64_t rows, Partial* partials) {
    std::array<Partial, kBlocksAtOnce> blocks;
    const std::byte* const data = tile.data + line * tile.lineStride;
    for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
      Kind::Rows(data + begin * kSize, tile.lineStride, rows, BlockOf(tile, begin), blocks.data());
      for (int64_t r = 0; r < rows; ++r) {
        Add(blocks[static_cast<size_t>(r)], tile.first && begin == 0, partials + r);
      }
    }
  }

  static void ReduceAcross(const ReductionTile& tile, Partial* partials) {
    alignas(64) std::array<Partial, kMostLines> blocks;
    for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
      Kind::Columns(tile.data + begin * tile.elementStride, tile.elementStride, tile.lines,
                    BlockOf(tile, begin), blocks.data());
      for (int64_t line = 0; line < tile.lines; ++line) {
        Add(blocks[static_cast<size_t>(line)], tile.first && begin == 0, partials + line);
      }
    }
  }
};

using FinishReduction = decltype(ReductionLoops::finish);

// Results that are the partials themselves.
template <typename Wide>
void FinishPlainly(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
                   const std::array<std::byte*, kMostResults>& results) {
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<Wide*>(results[0])[i] = WithQuietNan(reinterpret_cast<const Wide*>(partials)[i]);
  }
}

// Those of finish(partial, numbers).
template <auto kFinish, typename Wide>
void FinishEach(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                const std::array<std::byte*, kMostResults>& results) {
  for (int64_t i = 0; i < count; ++i) {
    const Wide result = kFinish(reinterpret_cast<const Wide*>(partials)[i], numbers);
    reinterpret_cast<Wide*>(results[0])[i] = WithQuietNan(result);
  }
}

inline double MeanOfSum(double sum, const ReductionNumbers& numbers) {
  return sum / numbers.count;
}

// A truth value that was found among bytes that are not zero.
inline uint8_t TruthOf(uint8_t value, const ReductionNumbers& /*numbers*/) {
  return value == 0 ? 0 : 1;
}

// The loops of a kind, whose finish writes results of these types.
template <class Kind>
ReductionLoops BlockLoopsOf(const std::array<DType, kMostResults>& results, FinishReduction finish,
                            int64_t acrossLines = kMostLines) {
  using Loops = BlockReduction<Kind>;
  static_assert(sizeof(typename Kind::Partial) <= kMostPartialBytes);
  return {TypeOf<typename Kind::Element>(),
          results,
          sizeof(typename Kind::Partial),
          acrossLines,
          Loops::Reduce,
          Loops::JoinAll,
          finish};
}

// Those of an expression: find(element type) gives its lane loops.
template <class Find>
ReductionLoops LaneReduction(DType compute, FinishReduction finish, const Find& find) {
  const bool floats = compute == DType::kFloat;
  ReductionLoops loops{};
  loops.compute = compute;
  loops.results = {floats ? DType::kDouble : compute, DType::kUndefined};
  loops.acrossLines = kMostLines;
  loops.reduce = ReduceInLanes;
  loops.lanes = &find(compute);
  if (floats) {
    loops.halfLanes = {&find(DType::kFloat16), &find(DType::kBfloat16)};
  }
  loops.partialBytes = static_cast<size_t>(loops.lanes->resultBytes);
  loops.join = loops.lanes->folds.joinAll;
  loops.finish = finish;
  return loops;
}

}  // namespace openaclnn
