// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm.h"

#include <algorithm>
#include <atomic>

#include "base/checked_math.h"
#include "kernels/gemm_kernel.h"
#include "kernels/scratch.h"
#include "kernels/task_slots.h"

namespace openaclnn {
namespace {

// The largest tile. Multiples of the panels of all kernels that are known; a block of as many columns and of
// kGemmDepth depths stays in the level-two cache, a block of rows beside it.
constexpr int64_t kTileRows = 384;
constexpr int64_t kTileColumns = 480;
static_assert(kTileColumns <= kGemmMostColumns);
constexpr int64_t kRowsTogether = 192;  // that are packed at a time
constexpr int64_t kGranularity = 48;
// Tiles are made smaller where there are fewer than this, as long as each is worth it.
constexpr int64_t kFewTiles = 16;
constexpr double kWorthCutting = 4e6;  // multiplications of a tile
constexpr double kWorthATask = 3e4;    // multiplications of a task
// Results so small that tiles of them alone would leave cores idle, and the shortest part of their depth.
constexpr int64_t kSmallResult = int64_t{1} << 16;
constexpr int64_t kShortestPart = 1024;
constexpr int64_t kMostParts = 16;
constexpr int64_t kMostSlots = 128;
constexpr int64_t kWidestPanel = 64;

int64_t RoundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Cuts an extent into equal pieces of at most `most`.
int64_t EvenTile(int64_t extent, int64_t most) {
  const int64_t pieces = std::max<int64_t>(1, CeilDivide(extent, most));
  return std::max<int64_t>(1, std::min(extent, RoundUp(CeilDivide(extent, pieces), kGranularity)));
}

// Elements from a panel to the next, which begins at an aligned address.
template <typename T>
int64_t PanelStride(int64_t width, int64_t depths) {
  return RoundUp(width * depths * static_cast<int64_t>(sizeof(T)), kGemmPanelAlignment) /
         static_cast<int64_t>(sizeof(T));
}

size_t BlockBytes(int64_t lanes, size_t elementSize) {
  return static_cast<size_t>((lanes + kWidestPanel) * kGemmDepth) * elementSize + kGemmReadAhead;
}

}  // namespace

GemmPartition::GemmPartition(const GemmShape& product, size_t elementSize) : shape(product) {
  if (shape.batches == 0 || shape.rows == 0 || shape.columns == 0) {
    return;
  }
  // The parts decide bits, so they follow from what is the same whether rows of a batch are counted as one
  // matrix or as many.
  const bool small = shape.batches * shape.rows * shape.columns <= kSmallResult;
  parts = small ? std::clamp<int64_t>(shape.depth / kShortestPart, 1, kMostParts) : 1;
  depthOfPart = std::max(kGemmDepth, RoundUp(CeilDivide(shape.depth, parts), kGemmDepth));
  parts = std::max<int64_t>(1, CeilDivide(shape.depth, depthOfPart));

  tileRows = EvenTile(shape.rows, kTileRows);
  tileColumns = EvenTile(shape.columns, kTileColumns);
  const auto countTasks = [&] {
    rowTiles = CeilDivide(shape.rows, tileRows);
    columnTiles = CeilDivide(shape.columns, tileColumns);
    return shape.batches * rowTiles * columnTiles * parts;
  };
  const auto depth = static_cast<double>(std::min(shape.depth, depthOfPart));
  while (countTasks() < kFewTiles && static_cast<double>(tileRows * tileColumns) * depth > kWorthCutting &&
         std::max(tileRows, tileColumns) > kGranularity) {
    int64_t& larger = tileColumns >= tileRows ? tileColumns : tileRows;
    larger = EvenTile(larger, (larger + 1) / 2);
  }

  batchesOfTask = 1;
  const double work = static_cast<double>(tileRows * tileColumns) * std::max(depth, 1.0);
  if (rowTiles * columnTiles * parts == 1 && work < kWorthATask) {
    batchesOfTask = std::min(shape.batches, static_cast<int64_t>(kWorthATask / work));
  }
  tasks = CeilDivide(shape.batches, batchesOfTask) * rowTiles * columnTiles * parts;
  slots = std::min(tasks, kMostSlots);

  ScratchLayout slot;
  slot.Reserve(1, GemmTileScratch(tileColumns, elementSize));
  slot.Reserve(tileRows * tileColumns, elementSize);
  slotBytes = slot.Bytes();
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  if (parts > 1) {
    partsAt = workspace.Reserve(shape.batches * parts * shape.rows * shape.columns, elementSize);
  }
  workspaceBytes = workspace.Bytes();
}

size_t GemmPartition::Cost() const {
  constexpr double kMultiplicationsOfAByte = 4;
  return static_cast<size_t>(static_cast<double>(shape.batches) * static_cast<double>(shape.rows) *
                             static_cast<double>(shape.columns) * static_cast<double>(shape.depth + 4) /
                             kMultiplicationsOfAByte);
}

size_t GemmTileScratch(int64_t columns, size_t elementSize) {
  ScratchLayout scratch;
  scratch.Reserve(1, BlockBytes(kRowsTogether, elementSize));
  scratch.Reserve(1, BlockBytes(columns, elementSize));
  return scratch.Bytes();
}

template <typename T>
void MultiplyTile(const GemmPack<T>& packA, const GemmPack<T>& packB, const GemmTile& tile, int64_t depth,
                  int64_t depths, std::byte* scratch, T* c, int64_t rowStride) {
  const GemmKernel<T>& kernel = BestGemmKernel<T>();
  if (depths == 0) {
    for (int64_t row = 0; row < tile.rows; ++row) {
      std::fill_n(c + row * rowStride, tile.columns, T{0});
    }
  }
  ScratchLayout layout;
  auto* rowPanels = reinterpret_cast<T*>(scratch + layout.Reserve(1, BlockBytes(kRowsTogether, sizeof(T))));
  auto* columnPanels = reinterpret_cast<T*>(scratch + layout.Reserve(1, BlockBytes(tile.columns, sizeof(T))));
  for (int64_t done = 0; done < depths; done += kGemmDepth) {
    const int64_t block = std::min(kGemmDepth, depths - done);
    const auto pack = [&](const GemmPack<T>& packer, int64_t first, int64_t lanes, int64_t width, T* panels) {
      for (int64_t lane = 0; lane < lanes; lane += width) {
        packer(tile.batch, {first + lane, std::min(width, lanes - lane), depth + done, block}, width, panels);
        panels += PanelStride<T>(width, block);
      }
    };
    pack(packB, tile.column, tile.columns, kernel.columns, columnPanels);
    for (int64_t top = 0; top < tile.rows; top += kRowsTogether) {
      const int64_t rows = std::min(kRowsTogether, tile.rows - top);
      pack(packA, tile.row + top, rows, kernel.rows, rowPanels);
      const T* columnPanel = columnPanels;
      for (int64_t column = 0; column < tile.columns; column += kernel.columns) {
        const int64_t n = std::min(kernel.columns, tile.columns - column);
        const T* rowPanel = rowPanels;
        for (int64_t row = 0; row < rows; row += kernel.rows) {
          kernel.run(std::min(kernel.rows, rows - row), n, block, rowPanel, columnPanel, done > 0,
                     c + (top + row) * rowStride + column, rowStride);
          rowPanel += PanelStride<T>(kernel.rows, block);
        }
        columnPanel += PanelStride<T>(kernel.columns, block);
      }
    }
  }
}

namespace {

// One run of a product.
template <typename T>
class Gemm {
 public:
  Gemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace)
      : partition_(partition), shape_(partition.shape), call_(call), workspace_(workspace) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    ForEachTaskInSlots(cpu, partition_.tasks, partition_.slots, [&](int64_t task, int64_t slot) {
      RunTask(task, workspace_ + static_cast<size_t>(slot) * partition_.slotBytes);
    });
    if (partition_.parts > 1) {
      cpu.ParallelFor(shape_.batches * partition_.rowTiles * partition_.columnTiles,
                      [&](int64_t index) { CombineParts(TileAt(index)); });
    }
  }

 private:
  [[nodiscard]] GemmTile TileAt(int64_t index) const {
    const int64_t column = index % partition_.columnTiles * partition_.tileColumns;
    index /= partition_.columnTiles;
    const int64_t row = index % partition_.rowTiles * partition_.tileRows;
    return {.batch = index / partition_.rowTiles,
            .row = row,
            .rows = std::min(partition_.tileRows, shape_.rows - row),
            .column = column,
            .columns = std::min(partition_.tileColumns, shape_.columns - column)};
  }

  void RunTask(int64_t task, std::byte* scratch) const {
    if (partition_.parts > 1) {
      const GemmTile tile = TileAt(task / partition_.parts);
      const int64_t part = task % partition_.parts;
      const int64_t depth = part * partition_.depthOfPart;
      MultiplyTile(call_.packA, call_.packB, tile, depth,
                   std::min(partition_.depthOfPart, shape_.depth - depth), scratch, PartOf(tile, part),
                   shape_.columns);
      return;
    }
    const int64_t tilesOfBatch = partition_.rowTiles * partition_.columnTiles;
    const int64_t first = task / tilesOfBatch * partition_.batchesOfTask;
    const int64_t end = std::min(first + partition_.batchesOfTask, shape_.batches);
    for (int64_t batch = first; batch < end; ++batch) {
      MultiplyWhole(TileAt(batch * tilesOfBatch + task % tilesOfBatch), scratch);
    }
  }

  // A tile whose depth is in one part: in its place where it can be.
  void MultiplyWhole(const GemmTile& tile, std::byte* scratch) const {
    const GemmResult result = call_.result(tile.batch);
    const bool plain = sizeof(T) == SizeOf(result.outDtype) && result.outColumns.SideBySide() &&
                       call_.alpha == 1 && (call_.beta == 0 || result.added == nullptr);
    if (plain) {
      T* c = reinterpret_cast<T*>(result.out) + tile.row * result.outRowStride + tile.column;
      MultiplyTile(call_.packA, call_.packB, tile, 0, shape_.depth, scratch, c, result.outRowStride);
      return;
    }
    auto* sums = reinterpret_cast<T*>(scratch + GemmTileScratch(partition_.tileColumns, sizeof(T)));
    MultiplyTile(call_.packA, call_.packB, tile, 0, shape_.depth, scratch, sums, tile.columns);
    for (int64_t row = 0; row < tile.rows; ++row) {
      FinishRow(result, call_.alpha, call_.beta, tile.row + row, tile.column, tile.columns,
                sums + row * tile.columns);
    }
  }

  // The sums of a part of the depth, of the whole matrix in which the tile lies.
  [[nodiscard]] T* PartOf(const GemmTile& tile, int64_t part) const {
    auto* sums = reinterpret_cast<T*>(workspace_ + partition_.partsAt);
    const int64_t matrix = (tile.batch * partition_.parts + part) * shape_.rows;
    return sums + (matrix + tile.row) * shape_.columns + tile.column;
  }

  void CombineParts(const GemmTile& tile) const {
    const GemmResult result = call_.result(tile.batch);
    for (int64_t row = 0; row < tile.rows; ++row) {
      T* sums = PartOf(tile, 0) + row * shape_.columns;
      const int64_t distance = shape_.rows * shape_.columns;
      for (int64_t column = 0; column < tile.columns; ++column) {
        double sum = sums[column];
        for (int64_t part = 1; part < partition_.parts; ++part) {
          sum += sums[part * distance + column];
        }
        sums[column] = static_cast<T>(sum);
      }
      FinishRow(result, call_.alpha, call_.beta, tile.row + row, tile.column, tile.columns, sums);
    }
  }

  const GemmPartition& partition_;
  const GemmShape& shape_;
  const GemmCall<T>& call_;
  std::byte* workspace_;
};

}  // namespace

template <typename T>
void RunGemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace,
             const backend::cpu::CpuContext& cpu) {
  Gemm<T>(partition, call, workspace).Run(cpu);
}

template void MultiplyTile(const GemmPack<float>&, const GemmPack<float>&, const GemmTile&, int64_t, int64_t,
                           std::byte*, float*, int64_t);
template void MultiplyTile(const GemmPack<double>&, const GemmPack<double>&, const GemmTile&, int64_t,
                           int64_t, std::byte*, double*, int64_t);
template void RunGemm(const GemmPartition&, const GemmCall<float>&, std::byte*,
                      const backend::cpu::CpuContext&);
template void RunGemm(const GemmPartition&, const GemmCall<double>&, std::byte*,
                      const backend::cpu::CpuContext&);

}  // namespace openaclnn
