// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/gemm.h"

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/gemm/gemm_kernel.h"
#include "kernels/gemm/gemm_panels.h"
#include "kernels/gemm/lane_kernel.h"
#include "kernels/gemm/tile_kernel.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"

namespace openaclnn {
namespace {

// The largest tile. A block of as many columns and of kGemmDepth depths stays in the level-two cache, a block
// of rows beside it.
constexpr int64_t kTileRows = 384;
constexpr int64_t kTileColumns = 480;
static_assert(kTileColumns <= kGemmMostColumns);
constexpr int64_t kRowsTogether = 192;  // that are packed at a time, about
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
// So few that the library's kernel, which computes whole panels, has more work to do than there is.
constexpr int64_t kFewRowsOfPanel = 3;
// The largest operand that is packed as a whole: a matrix of 4096 by 4096 FLOATs and some.
constexpr double kMostWholeBytes = 72 << 20;

// Cuts an extent into equal pieces of at most `most`: whole panels, but for the last.
int64_t EvenTile(int64_t extent, int64_t most, int64_t panel) {
  const int64_t panels = CeilDivide(extent, panel);
  const int64_t pieces = CeilDivide(panels, std::max<int64_t>(1, most / panel));
  return std::clamp<int64_t>(CeilDivide(panels, pieces) * panel, 1, extent);
}

size_t BlockBytes(int64_t lanes, size_t elementSize) {
  return static_cast<size_t>((lanes + kWidestPanel) * kGemmDepth) * elementSize + kGemmReadAhead;
}

// What a tile packs for itself, aligned to kGemmPanelAlignment.
size_t TileScratch(int64_t columns, size_t elementSize) {
  ScratchLayout scratch;
  scratch.Reserve(1, BlockBytes(kRowsTogether, elementSize));
  scratch.Reserve(1, BlockBytes(columns, elementSize));
  return scratch.Bytes();
}

}  // namespace

GemmPartition::GemmPartition(const GemmShape& product, size_t elementSize, bool repeatsB) : shape(product) {
  if (elementSize == sizeof(double)) {
    Cut<double>(repeatsB);
  } else if (elementSize == sizeof(TileNumber)) {
    Cut<TileNumber>(repeatsB);
  } else {
    Cut<float>(repeatsB);
  }
}

template <typename T>
void GemmPartition::Cut(bool repeatsB) {
  if (shape.batches == 0 || shape.rows == 0 || shape.columns == 0) {
    return;
  }
  // The parts decide bits, so they follow from what is the same whether rows of a batch are counted as one
  // matrix or as many.
  const bool small = shape.batches * shape.rows * shape.columns <= kSmallResult;
  parts = small ? std::clamp<int64_t>(shape.depth / kShortestPart, 1, kMostParts) : 1;
  depthOfPart = std::max<int64_t>(1, CeilDivide(CeilDivide(shape.depth, parts), kGemmDepth)) * kGemmDepth;
  parts = std::max<int64_t>(1, CeilDivide(shape.depth, depthOfPart));

  const GemmKernel<T>& kernel = BestGemmKernel<T>();
  tileRows = EvenTile(shape.rows, kTileRows, kernel.rows);
  tileColumns = EvenTile(shape.columns, kTileColumns, kernel.columns);
  const auto countTasks = [&] {
    rowTiles = CeilDivide(shape.rows, tileRows);
    columnTiles = CeilDivide(shape.columns, tileColumns);
    return shape.batches * rowTiles * columnTiles * parts;
  };
  const auto depth = static_cast<double>(std::min(shape.depth, depthOfPart));
  while (countTasks() < kFewTiles && static_cast<double>(tileRows * tileColumns) * depth > kWorthCutting) {
    if (tileColumns >= tileRows && tileColumns > kernel.columns) {
      tileColumns = EvenTile(shape.columns, tileColumns - kernel.columns, kernel.columns);
    } else if (tileRows > kernel.rows) {
      tileRows = EvenTile(shape.rows, tileRows - kernel.rows, kernel.rows);
    } else {
      break;
    }
  }

  batchesOfTask = 1;
  const double work = static_cast<double>(tileRows * tileColumns) * std::max(depth, 1.0);
  if (rowTiles * columnTiles * parts == 1 && work < kWorthATask) {
    batchesOfTask = std::min(shape.batches, static_cast<int64_t>(kWorthATask / work));
  }
  tasks = CeilDivide(shape.batches, batchesOfTask) * rowTiles * columnTiles * parts;
  slots = std::min(tasks, kMostSlots);

  ScratchLayout slot;
  slot.Reserve(1, TileScratch(tileColumns, sizeof(T)));
  slot.Reserve(tileRows * tileColumns, sizeof(GemmSum<T>));
  slotBytes = slot.Bytes();
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  if (parts > 1) {
    partsAt = workspace.Reserve(shape.batches * parts * shape.rows * shape.columns, sizeof(GemmSum<T>));
  }
  const auto packOnce = [&](bool needed, int64_t lanes, int64_t width, size_t* at) {
    const WholePanels<T> panels(lanes, shape.depth, width);
    if (!needed || static_cast<double>(shape.batches) * panels.EstimatedBytes() > kMostWholeBytes) {
      return false;
    }
    *at = workspace.Reserve(
        1, static_cast<size_t>(shape.batches * panels.ElementsOfBatch()) * sizeof(T) + kGemmReadAhead);
    return true;
  };
  wholeA = packOnce(columnTiles > 1, shape.rows, kernel.rows, &wholeAAt);
  wholeB = packOnce(rowTiles > 1 || repeatsB, shape.columns, kernel.columns, &wholeBAt);
  workspaceBytes = workspace.Bytes();
}

size_t GemmPartition::Cost() const {
  constexpr double kMultiplicationsOfAByte = 4;
  return static_cast<size_t>(static_cast<double>(shape.batches) * static_cast<double>(shape.rows) *
                             static_cast<double>(shape.columns) * static_cast<double>(shape.depth + 4) /
                             kMultiplicationsOfAByte);
}

namespace {

// A piece of the result that one task computes.
struct GemmTile {
  int64_t batch;
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;
};

// One run of a product, from panels of T.
template <typename T>
class Gemm {
  using Sum = GemmSum<T>;

 public:
  Gemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace)
      : partition_(partition), shape_(partition.shape), call_(call), workspace_(workspace) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    if (partition_.wholeA) {
      wholeA_.Pack(call_.packA, shape_.batches, In<T>(partition_.wholeAAt), cpu);
    }
    if (partition_.wholeB && !call_.hasB) {
      wholeB_.Pack(call_.packB, shape_.batches, In<T>(partition_.wholeBAt), cpu);
    }
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
      Multiply(tile, depth, std::min(partition_.depthOfPart, shape_.depth - depth), scratch,
               PartOf(tile, part), shape_.columns);
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
    const bool plain = sizeof(Sum) == SizeOf(result.outDtype) && result.outColumns.SideBySide() &&
                       call_.alpha == 1 && (call_.beta == 0 || result.added == nullptr);
    if (plain) {
      Sum* c = reinterpret_cast<Sum*>(result.out) + tile.row * result.outRowStride + tile.column;
      Multiply(tile, 0, shape_.depth, scratch, c, result.outRowStride);
      return;
    }
    auto* sums = reinterpret_cast<Sum*>(scratch + TileScratch(partition_.tileColumns, sizeof(T)));
    Multiply(tile, 0, shape_.depth, scratch, sums, tile.columns);
    for (int64_t row = 0; row < tile.rows; ++row) {
      FinishRow(result, call_.alpha, call_.beta, tile.row + row, tile.column, tile.columns,
                sums + row * tile.columns);
    }
  }

  // c[i * rowStride + j] = sum over [depth, depth + depths).
  void Multiply(const GemmTile& tile, int64_t depth, int64_t depths, std::byte* scratch, Sum* c,
                int64_t rowStride) const {
    if (depths == 0) {
      for (int64_t row = 0; row < tile.rows; ++row) {
        std::fill_n(c + row * rowStride, tile.columns, Sum{0});
      }
    }
    const GemmKernelScope<T> scope(kernel_);
    ScratchLayout layout;
    auto* ownA = reinterpret_cast<T*>(scratch + layout.Reserve(1, BlockBytes(kRowsTogether, sizeof(T))));
    auto* ownB = reinterpret_cast<T*>(scratch + layout.Reserve(1, BlockBytes(tile.columns, sizeof(T))));
    const int64_t rowsTogether = kRowsTogether / kernel_.rows * kernel_.rows;
    for (int64_t done = 0; done < depths; done += kGemmDepth) {
      const int64_t from = depth + done;
      const int64_t block = std::min(kGemmDepth, depths - done);
      const T* columnPanels = ownB;
      if (partition_.wholeB) {
        columnPanels = In<T>(partition_.wholeBAt) + wholeB_.At(tile.batch, tile.column, from);
      } else {
        PackPanels(call_.packB, tile.batch, {tile.column, tile.columns, from, block}, kernel_.columns, ownB);
      }
      for (int64_t top = 0; top < tile.rows; top += rowsTogether) {
        const int64_t row = tile.row + top;
        const int64_t rows = std::min(rowsTogether, tile.rows - top);
        const T* rowPanels = ownA;
        if (partition_.wholeA) {
          rowPanels = In<T>(partition_.wholeAAt) + wholeA_.At(tile.batch, row, from);
        } else {
          PackPanels(call_.packA, tile.batch, {row, rows, from, block}, kernel_.rows, ownA);
        }
        MultiplyPanels({rows, tile.columns, block}, rowPanels, columnPanels, done > 0, c + top * rowStride,
                       rowStride);
      }
    }
  }

  struct Block {
    int64_t rows;
    int64_t columns;
    int64_t depths;
  };
  void MultiplyPanels(const Block& block, const T* rowPanels, const T* columnPanel, bool add, Sum* c,
                      int64_t rowStride) const {
    for (int64_t column = 0; column < block.columns; column += kernel_.columns) {
      const int64_t columns = std::min(kernel_.columns, block.columns - column);
      const T* rowPanel = rowPanels;
      if constexpr (std::is_same_v<T, Sum>) {
        if (shape_.rows <= kFewRowsOfPanel) {
          MultiplyLanes<T>({.many = columnPanel,
                            .manyRow = 0,
                            .manyDepth = kernel_.columns,
                            .other = rowPanel,
                            .otherRow = 1,
                            .otherDepth = kernel_.rows,
                            .otherHasLanes = false,
                            .rows = 1,
                            .others = block.rows,
                            .lanes = columns,
                            .depths = block.depths,
                            .add = add,
                            .sums = c + column,
                            .sumsRow = 0,
                            .sumsOther = rowStride});
          columnPanel += PanelStride<T>(kernel_.columns, block.depths);
          continue;
        }
      }
      for (int64_t row = 0; row < block.rows; row += kernel_.rows) {
        kernel_.run(std::min(kernel_.rows, block.rows - row), columns, block.depths, rowPanel, columnPanel,
                    add, c + row * rowStride + column, rowStride);
        rowPanel += PanelStride<T>(kernel_.rows, block.depths);
      }
      columnPanel += PanelStride<T>(kernel_.columns, block.depths);
    }
  }

  template <typename Number>
  [[nodiscard]] Number* In(size_t at) const {
    return reinterpret_cast<Number*>(workspace_ + at);
  }

  // The sums of a part of the depth, of the whole matrix in which the tile lies.
  [[nodiscard]] Sum* PartOf(const GemmTile& tile, int64_t part) const {
    Sum* sums = In<Sum>(partition_.partsAt);
    const int64_t matrix = (tile.batch * partition_.parts + part) * shape_.rows;
    return sums + (matrix + tile.row) * shape_.columns + tile.column;
  }

  void CombineParts(const GemmTile& tile) const {
    const GemmResult result = call_.result(tile.batch);
    for (int64_t row = 0; row < tile.rows; ++row) {
      Sum* sums = PartOf(tile, 0) + row * shape_.columns;
      const int64_t distance = shape_.rows * shape_.columns;
      for (int64_t column = 0; column < tile.columns; ++column) {
        double sum = sums[column];
        for (int64_t part = 1; part < partition_.parts; ++part) {
          sum += sums[part * distance + column];
        }
        sums[column] = static_cast<Sum>(sum);
      }
      FinishRow(result, call_.alpha, call_.beta, tile.row + row, tile.column, tile.columns, sums);
    }
  }

  const GemmPartition& partition_;
  const GemmShape& shape_;
  const GemmCall<T>& call_;
  std::byte* workspace_;
  const GemmKernel<T>& kernel_ = BestGemmKernel<T>();
  WholePanels<T> wholeA_{shape_.rows, shape_.depth, kernel_.rows};
  WholePanels<T> wholeB_{shape_.columns, shape_.depth, kernel_.columns};
};

}  // namespace

template <typename T>
void RunGemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace,
             const backend::cpu::CpuContext& cpu) {
  Gemm<T>(partition, call, workspace).Run(cpu);
}

template void RunGemm(const GemmPartition&, const GemmCall<float>&, std::byte*,
                      const backend::cpu::CpuContext&);
template void RunGemm(const GemmPartition&, const GemmCall<double>&, std::byte*,
                      const backend::cpu::CpuContext&);
template void RunGemm(const GemmPartition&, const GemmCall<TileNumber>&, std::byte*,
                      const backend::cpu::CpuContext&);

}  // namespace openaclnn
