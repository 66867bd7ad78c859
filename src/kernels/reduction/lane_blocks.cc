// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/lane_blocks.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

// Blocks that are folded at a time.
constexpr int64_t kFolded = 64;
static_assert(kFolded >= kSegmentBlocks);
// Bytes that are reduced at a time as if none were NaN: few enough to be found in level-one cache if they are
// reduced again.
constexpr int64_t kTried = 1 << 14;
// Columns so narrow that all rows of a block that lie one behind the other are taken as one row, and whose
// block stays in level-one cache.
constexpr int64_t kNarrow = 8;

void Run(const LaneLoops& loops, const LaneWork& work, int64_t elements) {
  if (loops.runNumbers == nullptr) {
    loops.run(work);
    return;
  }
  const int64_t most = std::max(int64_t{1}, kTried / std::max(int64_t{1}, elements * loops.elementBytes));
  LaneWork part = work;
  for (int64_t begin = 0; begin < work.groups; begin += most) {
    part.groups = std::min(most, work.groups - begin);
    if (!loops.runNumbers(part)) {
      loops.run(part);
    }
    part.data += part.groups * part.groupStride;
    part.lanes += part.groups * part.pitch * loops.numberBytes;
    part.parameters += part.parameterOfGroup ? part.groups * loops.numberBytes : 0;
    part.second += part.second != nullptr ? part.groups * part.secondGroupStride : 0;
  }
}

// What is the same for all blocks whose elements lie side by side.
LaneWork RowWork(const LaneLoops& loops, int64_t stride, int64_t elements, const LaneParameters& parameters) {
  const int64_t lanesOfBlock = kLaneBytes / loops.numberBytes;
  LaneWork work{};
  work.groupStride = stride;
  work.width = lanesOfBlock;
  work.step = lanesOfBlock * loops.elementBytes;
  work.count = elements / lanesOfBlock;
  work.rest = elements % lanesOfBlock;
  work.pitch = lanesOfBlock;
  work.first = true;
  work.parameter = parameters.all;
  work.parameters = static_cast<const std::byte*>(parameters.each);
  work.parameterOfGroup = parameters.each != nullptr;
  work.second = static_cast<const std::byte*>(parameters.second);
  work.secondGroupStride = parameters.secondStride;
  work.secondStep = work.step;
  return work;
}

}  // namespace

void ReduceRowBlocks(const LaneLoops& loops, const void* data, int64_t stride, int64_t blocks,
                     int64_t elements, const LaneParameters& parameters, void* to) {
  alignas(64) std::array<std::byte, static_cast<size_t>(kFolded * kLaneBytes)> lanes;
  LaneWork work = RowWork(loops, stride, elements, parameters);
  work.data = static_cast<const std::byte*>(data);
  work.lanes = lanes.data();
  auto* results = static_cast<std::byte*>(to);
  for (int64_t begin = 0; begin < blocks; begin += kFolded) {
    work.groups = std::min(kFolded, blocks - begin);
    Run(loops, work, elements);
    loops.folds.rows(lanes.data(), work.groups, results);
    results += work.groups * loops.resultBytes;
    work.data += work.groups * stride;
    work.parameters += work.parameterOfGroup ? work.groups * loops.numberBytes : 0;
    work.second += work.second != nullptr ? work.groups * parameters.secondStride : 0;
  }
}

void ReduceColumnBlocks(const LaneLoops& loops, const void* data, int64_t stride, int64_t elements,
                        int64_t columns, const LaneParameters& parameters, void* to) {
  alignas(64) std::array<std::byte, static_cast<size_t>(kMostLines * kLaneBytes)> lanes;
  const int64_t lanesOfBlock = kLaneBytes / loops.numberBytes;
  const int64_t used = std::min(elements, lanesOfBlock);
  if (elements <= lanesOfBlock && loops.takesElements && stride % loops.numberBytes == 0) {
    loops.folds.columns(static_cast<const std::byte*>(data), stride / loops.numberBytes, used, columns,
                        static_cast<std::byte*>(to));
    return;
  }
  LaneWork work{};
  work.data = static_cast<const std::byte*>(data);
  work.lanes = lanes.data();
  work.step = lanesOfBlock * stride;
  work.first = true;
  work.parameter = parameters.all;
  work.parameters = static_cast<const std::byte*>(parameters.each);
  auto* const results = static_cast<std::byte*>(to);
  if (columns <= kNarrow && stride == columns * loops.elementBytes && parameters.each == nullptr &&
      parameters.second == nullptr && elements >= lanesOfBlock) {
    work.groups = 1;
    work.width = lanesOfBlock * columns;
    const int64_t rows = elements / lanesOfBlock;
    for (int64_t begin = 0; begin < rows; begin += kChain) {
      work.data = static_cast<const std::byte*>(data) + begin * work.step;
      work.count = std::min(kChain, rows - begin);
      // They belong to the last chain; after a whole one they are a chain of their own.
      work.rest = begin + kChain < rows ? 0 : elements % lanesOfBlock * columns;
      loops.run(work);
      work.first = false;
    }
    loops.folds.columns(lanes.data(), columns, used, columns, results);
    return;
  }
  work.groupStride = stride;
  work.secondGroupStride = parameters.secondStride;
  work.secondStep = lanesOfBlock * parameters.secondStride;
  work.width = columns;
  work.pitch = kMostLines;
  // Whole vectors of columns, then those that fill none.
  const int64_t wholeColumns = columns / lanesOfBlock * lanesOfBlock;
  const auto runColumns = [&] {
    LaneWork part = work;
    part.width = wholeColumns;
    if (wholeColumns > 0) {
      loops.run(part);
    }
    if (wholeColumns < columns) {
      part.width = columns - wholeColumns;
      part.data += wholeColumns * loops.elementBytes;
      part.second += part.second != nullptr ? wholeColumns * loops.elementBytes : 0;
      part.parameters += part.parameters != nullptr ? wholeColumns * loops.numberBytes : 0;
      part.lanes += wholeColumns * loops.numberBytes;
      loops.run(part);
    }
  };
  // A few rows at a time, so that these are read side by side.
  for (int64_t begin = 0; begin < elements; begin += kChain * lanesOfBlock) {
    const int64_t rows = std::min(kChain * lanesOfBlock, elements - begin);
    // The first lanes may have one element more.
    const int64_t longer = rows % lanesOfBlock;
    const auto run = [&](int64_t lane, int64_t groups, int64_t count) {
      if (groups > 0 && count > 0) {
        work.data = static_cast<const std::byte*>(data) + (begin + lane) * stride;
        if (parameters.second != nullptr) {
          work.second =
              static_cast<const std::byte*>(parameters.second) + (begin + lane) * parameters.secondStride;
        }
        work.lanes = lanes.data() + lane * kMostLines * loops.numberBytes;
        work.groups = groups;
        work.count = count;
        runColumns();
      }
    };
    run(0, longer, rows / lanesOfBlock + 1);
    run(longer, lanesOfBlock - longer, rows / lanesOfBlock);
    work.first = false;
  }
  loops.folds.columns(lanes.data(), kMostLines, used, columns, results);
}

namespace {

// Bytes of a block: the same block of many rows is reduced before the next one, which takes fewer calls, but
// reads long pieces out of order.
constexpr int64_t kShortPiece = 1024;

// Rows of several blocks: some rows at a time are folded together.
void ReduceLongRows(const ReductionTile& tile) {
  const LaneLoops& loops = *tile.lanes;
  const int64_t blocks = CeilDivide(tile.elements, kSumBlock);
  const int64_t most = std::max(int64_t{1}, kFolded / blocks);
  const int64_t blockStride = kSumBlock * loops.elementBytes;
  const int64_t whole = tile.elements / kSumBlock;
  alignas(64) std::array<std::byte, static_cast<size_t>(kFolded * kLaneBytes)> lanes;
  alignas(64) std::array<std::byte, static_cast<size_t>(kFolded * 8)> results;
  LaneWork all = RowWork(loops, blockStride, kSumBlock, {tile.numbers.parameter});
  LaneWork last = RowWork(loops, blockStride, tile.elements % kSumBlock, {tile.numbers.parameter});
  const int64_t pitch = all.pitch;
  const bool blockByBlock = std::min(most, tile.lines) >= blocks && blockStride <= kShortPiece;
  if (blockByBlock) {
    for (LaneWork* const work : {&all, &last}) {
      work->groupStride = tile.lineStride;
      work->pitch = blocks * pitch;
    }
  }
  for (int64_t line = 0; line < tile.lines; line += most) {
    const int64_t rows = std::min(most, tile.lines - line);
    const std::byte* const data = tile.data + line * tile.lineStride;
    // So many groups of blocks, beginning at a block of a row.
    const auto run = [&](LaneWork& work, int64_t row, int64_t block, int64_t groups) {
      work.data = data + row * tile.lineStride + block * blockStride;
      work.lanes = lanes.data() + (row * blocks + block) * kLaneBytes;
      work.groups = groups;
      Run(loops, work, work.count * pitch);
    };
    if (blockByBlock) {
      for (int64_t block = 0; block < blocks; ++block) {
        run(block < whole ? all : last, 0, block, rows);
      }
    } else {
      for (int64_t r = 0; r < rows; ++r) {
        run(all, r, 0, whole);
        if (whole < blocks) {
          run(last, r, whole, 1);
        }
      }
    }
    loops.folds.rows(lanes.data(), rows * blocks, results.data());
    for (int64_t r = 0; r < rows; ++r) {
      std::byte* const row = results.data() + r * blocks * loops.resultBytes;
      std::byte* const partial = tile.partials + (line + r) * loops.resultBytes;
      if (tile.first) {
        loops.folds.joinAll(row, blocks);
        std::copy_n(row, loops.resultBytes, partial);
      } else {
        for (int64_t block = 0; block < blocks; ++block) {
          loops.folds.joinEach(partial, row + block * loops.resultBytes, 1);
        }
      }
    }
  }
}

void ReduceRows(const ReductionTile& tile) {
  const LaneLoops& loops = *tile.lanes;
  if (tile.elements > kSumBlock && !loops.inAnyOrder) {
    ReduceLongRows(tile);
    return;
  }
  alignas(64) std::array<std::byte, static_cast<size_t>(kMostLines * 8)> blocks;
  ReduceRowBlocks(loops, tile.data, tile.lineStride, tile.lines, tile.elements, {tile.numbers.parameter},
                  tile.first ? tile.partials : blocks.data());
  if (!tile.first) {
    loops.folds.joinEach(tile.partials, blocks.data(), tile.lines);
  }
}

void ReduceAcross(const ReductionTile& tile) {
  const LaneLoops& loops = *tile.lanes;
  const LaneParameters parameters{tile.numbers.parameter};
  alignas(64) std::array<std::byte, static_cast<size_t>(kMostLines * 8)> blocks;
  bool first = tile.first;
  for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
    ReduceColumnBlocks(loops, tile.data + begin * tile.elementStride, tile.elementStride,
                       std::min(kSumBlock, tile.elements - begin), tile.lines, parameters,
                       first ? tile.partials : blocks.data());
    if (!first) {
      loops.folds.joinEach(tile.partials, blocks.data(), tile.lines);
    }
    first = false;
  }
}

}  // namespace

void ReduceInLanes(const ReductionTile& tile) {
  const LaneLoops& loops = *tile.lanes;
  if (tile.elements == 0) {
    for (int64_t line = 0; line < tile.lines; ++line) {
      std::copy_n(loops.nothing.begin(), loops.resultBytes, tile.partials + line * loops.resultBytes);
    }
  } else if (tile.InRows(loops.elementBytes)) {
    ReduceRows(tile);
  } else {
    ReduceAcross(tile);
  }
}

}  // namespace openaclnn
