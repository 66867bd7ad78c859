// SPDX-License-Identifier: Apache-2.0
//
// Small images of few channels: see kernel_cpu_planes.h. On others, works a few at a time, in parallel
// passes, each of which writes every place once:
//
//   locate  grid -> the bucket of each sample
//   sort    samples by bucket, those of a bucket in their own order; with their grid values
//   pack    gradients of sorted samples, chunk of channels by chunk, as rows of channels, unless gradOutput
//           consists of such rows
//   sweep   a task owns a block of pixels of some channels, and goes down its rows of cells. The samples of
//           one are added to float64 sums of the row of pixels above them and of the one below, and
//           multiplied with the same two rows of the input: both rows stay in cache, however random the grid.
//           No atomics
//   finish  gridGrad from the sums of chunks of channels
#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_cut.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_grid_grad.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_planes.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_points.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_samples.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.h"

namespace openaclnn {
namespace {

using Args = GridSampler2DBackwardArgs;
using backend::cpu::CpuContext;

constexpr auto kTile = static_cast<int64_t>(kGridTile);

class Passes {
 public:
  Passes(const Args& args, const GridCut& cut, std::byte* workspace, const CpuContext& cpu)
      : args_(args),
        cut_(cut),
        cpu_(cpu),
        gridGrad_(args, cut, workspace, cpu),
        planes_(args, cut, workspace, cpu),
        samples_(args, cut, workspace, cpu),
        slots_(workspace + cut.slotsAt) {}

  void Run() {
    for (first_ = 0; first_ < cut_.images; first_ += cut_.roundImages) {
      const int64_t images = std::min(cut_.roundImages, cut_.images - first_);
      gridGrad_.Begin(first_, images);
      if (cut_.whole) {
        planes_.Run(first_, images, gridGrad_);
      } else {
        samples_.Sort(first_, images, gridGrad_);
        SweepAll(images);
      }
      gridGrad_.Finish();
    }
  }

 private:
  using Range = GridCut::Range;

  // A task: a block of pixels of some channels.
  struct Block {
    int64_t image;
    int64_t chunk;
    int64_t segment;
    int64_t channel;
    int64_t channels;
    int64_t lanes;
    Range rows;
    Range columns;
  };
  [[nodiscard]] Block BlockOf(int64_t task) const {
    const int64_t band = task % cut_.bands;
    task /= cut_.bands;
    const int64_t segment = task % cut_.segments;
    task /= cut_.segments;
    const int64_t chunk = task % cut_.chunks;
    const int64_t channel = chunk * cut_.chunkLanes;
    const int64_t channels = std::min(cut_.chunkLanes, cut_.channels - channel);
    const int64_t row = band * cut_.bandRows;
    const int64_t column = segment * cut_.segmentColumns;
    return {.image = task / cut_.chunks,
            .chunk = chunk,
            .segment = segment,
            .channel = channel,
            .channels = channels,
            .lanes = GridRowLanes(channels),
            .rows = {row, std::min(cut_.height, row + cut_.bandRows)},
            .columns = {column, std::min(cut_.width, column + cut_.segmentColumns)}};
  }

  // The rows of pixels of a task, rows of the image taking turns. Each begins with the pixel to the left of
  // the block and ends with the one to the right.
  struct RowBuffers {
    std::array<double*, 2> sums;
    std::array<float*, 2> input;
  };

  void SweepAll(int64_t images) const {
    const int64_t tasks = cut_.tasks / cut_.roundImages * images;
    std::atomic<int64_t> next = 0;
    cpu_.ParallelFor(std::min(cut_.slots, tasks), [&](int64_t slot) {
      const int64_t row = cut_.slotElements / 2;
      auto* const sums = reinterpret_cast<double*>(slots_ + slot * static_cast<int64_t>(cut_.slotBytes));
      auto* const input = reinterpret_cast<float*>(sums + 2 * row);
      const RowBuffers buffers{{sums, sums + row}, {input, input + row}};
      for (int64_t task = next++; task < tasks; task = next++) {
        Sweep(BlockOf(task), buffers);
      }
    });
  }

  void Sweep(const Block& block, const RowBuffers& buffers) const {
    const int64_t elements = (block.columns.end - block.columns.begin + 2) * block.lanes;
    const bool isFirst = block.rows.begin == 0;
    std::array<int64_t, 2> held{-2, -2};  // rows of the input
    // Of the cells above the block, only the lower pixels are in it; the first block has their upper ones,
    // which are outside of the image, to itself.
    const int64_t first = cut_.nearest ? block.rows.begin : block.rows.begin - 1;
    if (cut_.scatters) {
      std::fill_n(buffers.sums[static_cast<size_t>(first & 1)], elements, 0.0);
    }
    for (int64_t y = first; y < block.rows.end; ++y) {
      const auto north = static_cast<size_t>(y & 1);
      const size_t south = 1 - north;
      const bool owned = y >= block.rows.begin || isFirst;
      GridRows rows{.lanes = block.lanes, .firstColumn = block.columns.begin - 1};
      if (cut_.scatters) {
        rows.northSums = buffers.sums[north];
        rows.southSums = buffers.sums[south];
        if (y <= block.rows.begin) {
          // Later, the row above has been written, which leaves zeros.
          std::fill_n(rows.southSums, elements, 0.0);
        }
        if (block.segment > 0 && !cut_.nearest) {
          AddColumnToTheLeft(block, y, rows);
        }
      }
      const Range places = samples_.PlacesOf(block.image, y, block.segment);
      if (cut_.gathers && owned && places.begin < places.end) {
        for (const int64_t row : {y, y + 1}) {
          const auto turn = static_cast<size_t>(row & 1);
          if (std::exchange(held[turn], row) != row) {
            ReadInput(block, row, buffers.input[turn]);
          }
        }
        rows.northInput = buffers.input[north];
        rows.southInput = buffers.input[south];
      }
      if (cut_.scatters || owned) {
        ForEachTile(places.begin, places.end, kTile,
                    [&](int64_t place, int64_t count) { AddTile(block, place, count, rows); });
      }
      if (cut_.scatters && y >= block.rows.begin) {
        WriteInputGrad(block, y, rows.northSums);
      }
    }
  }

  // A row of the input, zeros where it leaves the image.
  void ReadInput(const Block& block, int64_t row, float* pixels) const {
    const TensorView& view = args_.input;
    const Range& columns = block.columns;
    if (row < 0 || row >= cut_.height) {
      std::fill_n(pixels, (columns.end - columns.begin + 2) * block.lanes, 0.0F);
      return;
    }
    std::fill_n(pixels, block.lanes, 0.0F);
    const int64_t end = std::min(cut_.width, columns.end + 1);
    ReadGridRows(
        {.data = view.data + GridByteOffset(view, first_ + block.image, block.channel, row, columns.begin),
         .dtype = view.dtype,
         .channels = block.channels,
         .channelStride = view.strides[1],
         .pixels = end - columns.begin,
         .pixelStride = view.strides[3]},
        pixels + block.lanes, block.lanes);
    std::fill_n(pixels + (end - columns.begin + 1) * block.lanes, (columns.end + 1 - end) * block.lanes,
                0.0F);
  }

  void WriteInputGrad(const Block& block, int64_t row, double* sums) const {
    const TensorView& view = args_.inputGrad;
    WriteGridRows({.data = view.data + GridByteOffset(view, first_ + block.image, block.channel, row,
                                                      block.columns.begin),
                   .dtype = view.dtype,
                   .channels = block.channels,
                   .channelStride = view.strides[1],
                   .pixels = block.columns.end - block.columns.begin,
                   .pixelStride = view.strides[3]},
                  sums + block.lanes, block.lanes);
  }

  void AddTile(const Block& block, int64_t place, int64_t count, const GridRows& rows) const {
    GridPoints points;
    samples_.Locate(block.image, place, count, points);
    const GridGradients gradients = samples_.GradientsOf(block.image, block.chunk, place);
    if (cut_.nearest) {
      AddGridSamples(points, gradients, count, rows);
      return;
    }
    const GridEdges edges{static_cast<double>(cut_.width - 1), static_cast<double>(cut_.height - 1)};
    alignas(64) GridGradTile gridGrad;
    BlendGridSamples(points, gradients, count, edges, rows, gridGrad);
    if (rows.northInput != nullptr) {
      gridGrad_.Write(block.image, block.chunk, samples_.OrderOf(block.image, place), count, gridGrad);
    }
  }

  // The samples of the segment to the left that lie in the last column of its cells.
  void AddColumnToTheLeft(const Block& block, int64_t y, const GridRows& rows) const {
    const Range places = samples_.PlacesOf(block.image, y, block.segment - 1);
    ForEachTile(places.begin, places.end, kTile, [&](int64_t begin, int64_t count) {
      GridPoints points;
      samples_.Locate(block.image, begin, count, points);
      for (int64_t i = 0; i < count; ++i) {
        if (points.x0[static_cast<size_t>(i)] == block.columns.begin - 1) {
          GridPoints point;
          GridGradTile unused;
          samples_.Locate(block.image, begin + i, 1, point);
          BlendGridSamples(point, samples_.GradientsOf(block.image, block.chunk, begin + i), 1, {}, rows,
                           unused);
        }
      }
    });
  }

  const Args& args_;
  const GridCut& cut_;
  const CpuContext& cpu_;
  GridGradSums gridGrad_;
  GridPlanes planes_;
  SortedGridSamples samples_;
  std::byte* slots_;
  int64_t first_ = 0;  // image of the round
};

// Elements of a task that only writes zeros.
constexpr int64_t kZerosOfTask = 16 * kTileElements;

void WriteZeros(const CpuContext& cpu, const TensorView& view) {
  const int64_t elements = view.NumElements();
  cpu.ParallelFor(CeilDivide(elements, kZerosOfTask), [&](int64_t task) {
    FillZero(view, task * kZerosOfTask, std::min(elements, (task + 1) * kZerosOfTask));
  });
}

size_t Bytes(const TensorView& view) {
  return view.Defined() ? static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype) : 0;
}

Prepared Prepare(const Args& args) {
  return {.workspaceBytes = GridCut(args).workspace.Bytes(),
          .cost = Bytes(args.gradOutput) + Bytes(args.input) + Bytes(args.grid) + Bytes(args.inputGrad) +
                  Bytes(args.gridGrad)};
}

Status Run(const Args& args, const Prepared& /*needs*/, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  const GridCut cut(args);
  if (args.gridGrad.Defined() && !cut.gathers) {
    WriteZeros(cpu, args.gridGrad);
  }
  if (cut.scatters || cut.gathers) {
    Passes(args, cut, workspace, cpu).Run();
  }
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rows", Prepare);

}  // namespace

constinit const KernelEntry<GridSampler2DBackwardArgs> kGridSampler2DBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
