// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/direct_weight.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/convolution/direct_tile.h"
#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn::direct {

inline constexpr int64_t kMostLanes = 32;

// Neighbouring positions of a row.
struct Run {
  int64_t place;  // in the tile, what the first one sees first
  int64_t count;
};

// The sums of some numbers of the windows over a block of positions.
template <typename T>
struct BlockSums {
  const T* tile;
  const Run* runs;
  int64_t runCount;
  const int64_t* places;  // of each number of a window
  int64_t numbers;
  const T* rows;  // [position][lane]
  int64_t lanes;
  T* sums;  // [number][lane]
  bool adds;
};

}  // namespace openaclnn::direct

namespace openaclnn {
OPENACLNN_PER_TARGET(SumWeightFloat, void(const openaclnn::direct::BlockSums<float>& call));
OPENACLNN_PER_TARGET(SumWeightDouble, void(const openaclnn::direct::BlockSums<double>& call));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace direct {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::direct::BlockSums;
using openaclnn::direct::Run;

// Some numbers, beside each other in registers.
template <int64_t kNumbers, int64_t kVectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void SumNumbers(D d, const BlockSums<T>& call, int64_t number, int64_t lane) {
  constexpr size_t kLanes = hn::MaxLanes(D());
  std::array<std::array<hn::Vec<D>, kVectors>, kNumbers> totals;
  for (auto& row : totals) {
    row.fill(hn::Zero(d));
  }
  const int64_t* const places = call.places + number;
  const T* row = call.rows + lane;
  for (int64_t r = 0; r < call.runCount; ++r) {
    const T* from = call.tile + call.runs[r].place;
    const T* const end = from + call.runs[r].count;
    // Two positions at a time: the place of each number is looked up once for both.
    for (; from + 1 < end; from += 2, row += 2 * call.lanes) {
      std::array<hn::Vec<D>, kVectors> values;
      std::array<hn::Vec<D>, kVectors> next;
      for (size_t v = 0; v < kVectors; ++v) {
        values[v] = hn::LoadU(d, row + v * kLanes);
        next[v] = hn::LoadU(d, row + call.lanes + v * kLanes);
      }
      for (size_t n = 0; n < kNumbers; ++n) {
        const T* const at = from + places[n];
        const auto factor = hn::Set(d, at[0]);
        for (size_t v = 0; v < kVectors; ++v) {
          totals[n][v] = MulAdd(d, factor, values[v], totals[n][v]);
        }
        const auto nextFactor = hn::Set(d, at[1]);
        for (size_t v = 0; v < kVectors; ++v) {
          totals[n][v] = MulAdd(d, nextFactor, next[v], totals[n][v]);
        }
      }
    }
    for (; from != end; ++from, row += call.lanes) {
      for (size_t n = 0; n < kNumbers; ++n) {
        const auto factor = hn::Set(d, from[places[n]]);
        for (size_t v = 0; v < kVectors; ++v) {
          totals[n][v] = MulAdd(d, factor, hn::LoadU(d, row + v * kLanes), totals[n][v]);
        }
      }
    }
  }
  for (size_t n = 0; n < kNumbers; ++n) {
    T* const sums = call.sums + (number + static_cast<int64_t>(n)) * call.lanes + lane;
    for (size_t v = 0; v < kVectors; ++v) {
      auto total = totals[n][v];
      if (call.adds) {
        total = hn::Add(hn::LoadU(d, sums + v * kLanes), total);
      }
      hn::StoreU(WithOneNan(d, total), d, sums + v * kLanes);
    }
  }
}

// All numbers from one on, so many at a time while there are as many left, then half of that.
template <int64_t kNumbers, int64_t kVectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void SumFrom(D d, const BlockSums<T>& call, int64_t number, int64_t lane) {
  for (; number + kNumbers <= call.numbers; number += kNumbers) {
    SumNumbers<kNumbers, kVectors>(d, call, number, lane);
  }
  if constexpr (kNumbers > 1) {
    SumFrom<kNumbers / 2, kVectors>(d, call, number, lane);
  }
}

// By vectors of as many lanes as there are, at most kLanes. Sums are as many as hide how long a
// multiplication takes.
template <int64_t kLanes, typename T>
void SumBySingle(const BlockSums<T>& call) {
  if (call.lanes == kLanes) {
    SumFrom<12, 1>(hn::CappedTag<T, kLanes>(), call, 0, 0);
  } else if constexpr (kLanes > 4) {
    SumBySingle<kLanes / 2>(call);
  }
}

// By pairs of vectors where there are as many lanes. Sums are as many as registers hold beside their
// operands.
template <typename T>
void SumBlock(const BlockSums<T>& call) {
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
  constexpr int64_t kNumbers = 12;  // of 32 registers
#else
  constexpr int64_t kNumbers = 6;  // of 16
#endif
  const hn::ScalableTag<T> d;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(d));
  if (call.lanes >= 2 * kLanes) {
    for (int64_t lane = 0; lane < call.lanes; lane += 2 * kLanes) {
      SumFrom<kNumbers, 2>(d, call, 0, lane);
    }
  } else {
    SumBySingle<kLanes>(call);
  }
}

}  // namespace direct

void SumWeightFloat(const openaclnn::direct::BlockSums<float>& call) {
  direct::SumBlock(call);
}
void SumWeightDouble(const openaclnn::direct::BlockSums<double>& call) {
  direct::SumBlock(call);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

namespace direct {
namespace {

constexpr int64_t kMostCopied = 16;  // places for each position that sees them
// Channels that a task has in any case: each packs the narrow tensor.
constexpr int64_t kFewestChannels = 8;

void Sum(const BlockSums<float>& call) {
  HWY_DYNAMIC_DISPATCH(SumWeightFloat)(call);
}
void Sum(const BlockSums<double>& call) {
  HWY_DYNAMIC_DISPATCH(SumWeightDouble)(call);
}

// Few lanes without work, and else as many as possible.
int64_t LanesOf(int64_t rows) {
  int64_t lanes = kMostLanes;
  while (lanes > 4 && CeilDivide(rows, lanes / 2) * (lanes / 2) < CeilDivide(rows, lanes) * lanes) {
    lanes /= 2;
  }
  return lanes;
}

// Of a tile for so many positions, wherever they begin: rows of them, and what they see beyond, in each
// sample and depth.
int64_t LinesOf(const Windows& windows, int64_t positions) {
  const int64_t planes = windows.samples * windows.positions[0];
  const int64_t rows =
      std::min(planes * windows.positions[1], CeilDivide(positions - 1, windows.positions[2]) + 1);
  return rows + std::min(planes, CeilDivide(rows - 1, windows.positions[1]) + 1) * Axis(windows, 1).more;
}

TileShape ShapeOf(const Windows& windows, int64_t channels, int64_t positions) {
  Windows some = windows;
  some.channels = channels;
  return {some, LinesOf(windows, positions)};
}

template <typename T>
struct Slot {
  T* tile;
  T* rows;
  int64_t* places;
  size_t bytes;
};

template <typename T>
Slot<T> LayOut(const DirectWeightPartition& partition, const Windows& windows, std::byte* memory) {
  ScratchLayout layout;
  Slot<T> slot{};
  const int64_t elements = ShapeOf(windows, partition.channels, partition.positionsOfTile).elements;
  slot.tile = reinterpret_cast<T*>(memory + layout.Reserve(elements, sizeof(T)));
  slot.rows = reinterpret_cast<T*>(memory + layout.Reserve(kGemmDepth * partition.lanes, sizeof(T)));
  slot.places = reinterpret_cast<int64_t*>(
      memory + layout.Reserve(windows.Taps() * partition.channels, sizeof(int64_t)));
  slot.bytes = layout.Bytes();
  return slot;
}

// One run of such a derivative.
template <typename T>
class WeightSums {
 public:
  WeightSums(const DirectWeightPartition& partition, const Windows& windows, const DirectWeightCall<T>& call,
             std::byte* workspace)
      : partition_(partition), windows_(windows), call_(call), workspace_(workspace) {}

  [[nodiscard]] int64_t Tasks() const {
    return partition_.groups * partition_.channelBlocks * partition_.parts * RowTasks();
  }

  // The sums of some channels of the wide tensor with some of the narrow one, over a part of the positions.
  void RunTask(int64_t task, std::byte* scratch) const {
    const Slot<T> slot = LayOut<T>(partition_, windows_, scratch);
    const int64_t rowBlock = task % RowTasks() * partition_.rowBlocksOfTask;
    task /= RowTasks();
    const int64_t part = task % partition_.parts;
    const int64_t block = task / partition_.parts % partition_.channelBlocks;
    const int64_t group = task / partition_.parts / partition_.channelBlocks;
    Windows windows = windows_;
    windows.channels = ChannelsOf(block);
    WindowSource source = call_.wide;
    source.data += (group * windows_.channels + block * partition_.channels) * source.channelStride *
                   static_cast<int64_t>(SizeOf(source.dtype));
    const TileShape shape(windows, LinesOf(windows, partition_.positionsOfTile));
    FindPlaces(windows, shape, windows.channels, slot.places);
    EndTile(shape, slot.tile);
    const int64_t begin = part * partition_.positionsOfPart;
    const int64_t end = std::min(begin + partition_.positionsOfPart, windows.Positions());
    for (int64_t at = begin; at < end; at += partition_.positionsOfTile) {
      const int64_t tileEnd = std::min(at + partition_.positionsOfTile, end);
      Fill(source, windows, shape, at, tileEnd, slot.tile);
      for (int64_t position = at; position < tileEnd; position += kGemmDepth) {
        const GemmPiece piece{0, 0, position, std::min(kGemmDepth, tileEnd - position)};
        AddBlock(group, rowBlock, piece, at, shape, windows.Taps() * windows.channels, slot, position > begin,
                 SumsOf(group, block, part));
      }
    }
  }

  // The rows of the result that are lanes of one block.
  void Finish(int64_t group, int64_t rowBlock) const {
    const int64_t numbers = windows_.Taps() * windows_.channels;
    T* const rows = reinterpret_cast<T*>(workspace_ + partition_.rowsAt) +
                    (group * partition_.rowBlocks + rowBlock) * partition_.lanes * numbers;
    for (int64_t block = 0; block < partition_.channelBlocks; ++block) {
      const int64_t channels = ChannelsOf(block);
      const int64_t elements = windows_.Taps() * channels * partition_.lanes;
      T* const sums = SumsOf(group, block, 0) + rowBlock * elements;
      CombineParts(elements, sums);
      for (int64_t tap = 0; tap < windows_.Taps(); ++tap) {
        RowsToPlanes(sizeof(T), sums + tap * channels * partition_.lanes, partition_.lanes, channels,
                     rows + tap * windows_.channels + block * partition_.channels, numbers);
      }
    }
    const GemmResult result = call_.result(group);
    const int64_t first = rowBlock * partition_.lanes;
    for (int64_t row = 0; row < std::min(partition_.lanes, partition_.rows - first); ++row) {
      for (int64_t column = 0; column < numbers; column += kGemmMostColumns) {
        FinishRow(result, 1, 0, first + row, column, std::min(kGemmMostColumns, numbers - column),
                  rows + row * numbers + column);
      }
    }
  }

 private:
  [[nodiscard]] int64_t RowTasks() const {
    return CeilDivide(partition_.rowBlocks, partition_.rowBlocksOfTask);
  }
  [[nodiscard]] int64_t ChannelsOf(int64_t block) const {
    return std::min(partition_.channels, windows_.channels - block * partition_.channels);
  }

  // Of a task: [block of rows][number of a window][lane].
  [[nodiscard]] int64_t SumsOfTask() const {
    return partition_.rowBlocks * windows_.Taps() * partition_.channels * partition_.lanes;
  }
  [[nodiscard]] T* SumsOf(int64_t group, int64_t block, int64_t part) const {
    const int64_t task = (group * partition_.channelBlocks + block) * partition_.parts + part;
    return reinterpret_cast<T*>(workspace_ + partition_.sumsAt) + task * SumsOfTask();
  }

  // Rows of positions follow each other in the tile, beyond the last of a plane of them what it sees.
  [[nodiscard]] int64_t LineOf(int64_t row, int64_t firstRow, const TileShape& shape) const {
    const int64_t rows = windows_.positions[1];
    return row - firstRow + (row / rows - firstRow / rows) * shape.y.more;
  }

  void Fill(const WindowSource& source, const Windows& windows, const TileShape& shape, int64_t begin,
            int64_t end, T* tile) const {
    const Spatial& positions = windows.positions;
    const int64_t firstRow = begin / positions[2];
    const int64_t endRow = CeilDivide(end, positions[2]);
    for (int64_t row = firstRow; row < endRow;) {
      const int64_t plane = row / positions[1];
      const int64_t y = row % positions[1];
      const int64_t rows = std::min(positions[1] - y, endRow - row);
      FillTile(source, windows, shape,
               {.sample = plane / positions[0], .z = plane % positions[0], .y = y, .rows = rows},
               LineOf(row, firstRow, shape), tile);
      row += rows;
    }
  }

  // A block of positions, in a tile whose first position is given, and a task's rows.
  void AddBlock(int64_t group, int64_t rowBlock, const GemmPiece& positions, int64_t first,
                const TileShape& shape, int64_t numbers, const Slot<T>& slot, bool adds, T* sums) const {
    const int64_t width = windows_.positions[2];
    std::array<Run, kGemmDepth> runs;
    int64_t runCount = 0;
    for (int64_t done = 0; done < positions.depths;) {
      const int64_t position = positions.depth + done;
      const int64_t x = position % width;
      const int64_t count = std::min(positions.depths - done, width - x);
      runs[static_cast<size_t>(runCount++)] = {
          LineOf(position / width, first / width, shape) * shape.pitch + x, count};
      done += count;
    }
    const int64_t endBlock = std::min(rowBlock + partition_.rowBlocksOfTask, partition_.rowBlocks);
    for (; rowBlock < endBlock; ++rowBlock) {
      const int64_t row = rowBlock * partition_.lanes;
      call_.packNarrow(
          group, {row, std::min(partition_.lanes, partition_.rows - row), positions.depth, positions.depths},
          partition_.lanes, slot.rows);
      Sum({.tile = slot.tile,
           .runs = runs.data(),
           .runCount = runCount,
           .places = slot.places,
           .numbers = numbers,
           .rows = slot.rows,
           .lanes = partition_.lanes,
           .sums = sums + rowBlock * numbers * partition_.lanes,
           .adds = adds});
    }
  }

  // Adds the parts behind it to the first one.
  void CombineParts(int64_t elements, T* sums) const {
    for (int64_t i = 0; partition_.parts > 1 && i < elements; ++i) {
      double sum = sums[i];
      for (int64_t part = 1; part < partition_.parts; ++part) {
        sum += sums[part * SumsOfTask() + i];
      }
      sums[i] = static_cast<T>(sum);
    }
  }

  const DirectWeightPartition& partition_;
  const Windows& windows_;
  const DirectWeightCall<T>& call_;
  std::byte* workspace_;
};

}  // namespace
}  // namespace direct

bool DirectWeightPartition::Suits(const Windows& windows, const GemmPartition& product, size_t elementSize) {
  if (windows.Taps() <= 1 || windows.channels == 0 || product.shape.rows == 0 || windows.samples == 0 ||
      !direct::FitsTiles(windows)) {
    return false;
  }
  const direct::TileShape shape = direct::ShapeOf(windows, 1, kGemmDepth);
  return shape.plane <= direct::kMostCopied * kGemmDepth &&
         shape.elements * static_cast<int64_t>(elementSize) <= direct::kTileBytes;
}

DirectWeightPartition::DirectWeightPartition(const Windows& windows, const GemmPartition& product,
                                             size_t elementSize)
    : groups(product.shape.batches),
      rows(product.shape.rows),
      lanes(direct::LanesOf(rows)),
      rowBlocks(CeilDivide(rows, lanes)),
      rowBlocksOfTask(rowBlocks),
      channels(windows.channels),
      parts(product.parts),
      positionsOfPart(product.depthOfPart) {
  const auto fits = [&](int64_t positions) {
    return direct::ShapeOf(windows, channels, positions).elements * static_cast<int64_t>(elementSize) <=
           direct::kTileBytes;
  };
  const auto tasks = [&] {
    return groups * parts * CeilDivide(windows.channels, channels) * CeilDivide(rowBlocks, rowBlocksOfTask);
  };
  while (channels > 1 && !fits(kGemmDepth)) {
    channels = CeilDivide(channels, 2);
  }
  while (tasks() < direct::kWantedTasks && rowBlocksOfTask > 1) {
    rowBlocksOfTask = CeilDivide(rowBlocksOfTask, 2);
  }
  while (tasks() < direct::kWantedTasks && channels >= 2 * direct::kFewestChannels) {
    channels = CeilDivide(channels, 2);
  }
  channelBlocks = CeilDivide(windows.channels, channels);
  positionsOfTile = kGemmDepth;
  while (positionsOfTile < positionsOfPart && fits(positionsOfTile + kGemmDepth)) {
    positionsOfTile += kGemmDepth;
  }
  slots = std::min(tasks(), direct::kMostSlots);
  slotBytes = elementSize == sizeof(float) ? direct::LayOut<float>(*this, windows, nullptr).bytes
                                           : direct::LayOut<double>(*this, windows, nullptr).bytes;
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  const int64_t lanesOfAll = groups * rowBlocks * lanes;
  const auto bytesOf = [&](int64_t wideChannels) {
    return static_cast<size_t>(wideChannels * windows.Taps()) * elementSize;
  };
  sumsAt = workspace.Reserve(lanesOfAll * parts, bytesOf(channelBlocks * channels));
  rowsAt = workspace.Reserve(lanesOfAll, bytesOf(windows.channels));
  workspaceBytes = workspace.Bytes();
}

template <typename T>
void RunDirectWeight(const DirectWeightPartition& partition, const Windows& windows,
                     const DirectWeightCall<T>& call, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu) {
  const direct::WeightSums<T> sums(partition, windows, call, workspace);
  ForEachTaskInSlots(cpu, sums.Tasks(), partition.slots, [&](int64_t task, int64_t slot) {
    sums.RunTask(task, workspace + static_cast<size_t>(slot) * partition.slotBytes);
  });
  cpu.ParallelFor(partition.groups * partition.rowBlocks, [&](int64_t index) {
    sums.Finish(index / partition.rowBlocks, index % partition.rowBlocks);
  });
}

template void RunDirectWeight(const DirectWeightPartition&, const Windows&, const DirectWeightCall<float>&,
                              std::byte*, const backend::cpu::CpuContext&);
template void RunDirectWeight(const DirectWeightPartition&, const Windows&, const DirectWeightCall<double>&,
                              std::byte*, const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
