// SPDX-License-Identifier: Apache-2.0
//
// Convolutions of INT8: products of whole numbers, in which the rows are channels of the output, the columns positions,
// and the depth is [tap][channel]. Windows are made a block of depth at a time, in a tile that stays in the level-one
// cache; sums are exact, and what is made of them is computed in float64 and rounded once.
#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/gemm/whole_product.h"
#include "kernels/layout/plane_copy.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/convolution/correlation.h"
#include "ops/convolution/quant_convolution.h"

namespace openaclnn {
namespace {

using Args = QuantConvolutionArgs;

struct State : Prepared {
  Windows windows;        // of a group
  int64_t rows = 0;       // channels of the output, of a group
  int64_t depth = 0;      // of a group
  int64_t positions = 0;  // of a sample
  int64_t rowTiles = 0;
  int64_t columnTiles = 0;
  PlaneCopy planes;
  ScratchArray<int8_t> weight;  // [channels of the output][tap][channel]
};

State Prepare(const Args& args) {
  State state;
  if (args.output.Empty()) {
    return state;
  }
  state.windows =
      WindowsOfWide({.wide = args.input, .narrow = args.output, .weight = args.weight}, args.attributes);
  state.rows = args.output.dims[1] / args.attributes.groups;
  state.depth = state.windows.Taps() * state.windows.channels;
  state.positions = state.windows.Positions() / state.windows.samples;
  state.rowTiles = CeilDivide(state.rows, kWholeTileRows);
  state.columnTiles = CeilDivide(state.windows.Positions(), kWholeTileColumns);
  ScratchLayout layout;
  state.weight = layout.Book<int8_t>(args.weight.NumElements());
  if (state.windows.Taps() > 1) {  // windows of several taps see each place as often
    state.planes = PlaneCopy(args.input, &layout);
  }
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(static_cast<double>(args.output.NumElements()) *
                                   static_cast<double>(std::max<int64_t>(state.depth / 4, 8)));
  return state;
}

void ReorderWeight(const TensorView& weight, int64_t depth, int8_t* reordered,
                   const backend::cpu::CpuContext& cpu) {
  TensorView channelsLast = weight;
  std::rotate(channelsLast.dims.begin() + 1, channelsLast.dims.begin() + 2,
              channelsLast.dims.begin() + weight.rank);
  std::rotate(channelsLast.strides.begin() + 1, channelsLast.strides.begin() + 2,
              channelsLast.strides.begin() + weight.rank);
  const MergedDims dims(channelsLast);
  const auto* const data = reinterpret_cast<const int8_t*>(weight.data);
  cpu.ParallelFor(depth == 0 ? 0 : weight.dims[0], [&](int64_t row) {
    int8_t* to = reordered + row * depth;
    dims.ForEachRun(row * depth, depth, [&](int64_t offset, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        *to++ = data[offset + i * stride];
      }
    });
  });
}

class Product {
 public:
  // `input`: of args, or a copy. `weight`: reordered.
  Product(const Args& args, const State& state, const TensorView& input, const int8_t* weight)
      : args_(args),
        state_(state),
        input_(input),
        weight_(weight),
        scales_(args.scale),
        biases_(args.bias.Defined() ? args.bias : args.scale),
        writer_(args.output) {}

  void RunTile(int64_t group, int64_t row, int64_t column) const {
    const int64_t rows = std::min(kWholeTileRows, state_.rows - row);
    const int64_t columns = std::min(kWholeTileColumns, state_.windows.Positions() - column);
    const int64_t channel = group * state_.rows + row;
    const WindowSource source = SourceOf(input_, group, state_.windows.channels);
    std::array<int32_t, kWholeTileRows * kWholeTileColumns> sums;
    std::fill_n(sums.data(), rows * kWholeTileColumns, 0);
    std::array<int8_t, kGemmDepth * kWholeTileColumns> panel;
    for (int64_t depth = 0; depth < state_.depth; depth += kGemmDepth) {
      const int64_t depths = std::min(kGemmDepth, state_.depth - depth);
      PackPositions(source, state_.windows, {column, columns, depth, depths}, kWholeTileColumns,
                    panel.data());
      AddWholeTile(
          {reinterpret_cast<const std::byte*>(weight_ + channel * state_.depth + depth), state_.depth, 1}, 0,
          rows, {reinterpret_cast<const std::byte*>(panel.data()), 1, kWholeTileColumns}, 0,
          kWholeTileColumns, depths, sums.data());
    }
    Finish(channel, rows, column, columns, sums.data());
  }

 private:
  void Finish(int64_t channel, int64_t rows, int64_t column, int64_t columns, const int32_t* sums) const {
    TileBuffer scaleBuffer;
    TileBuffer biasBuffer;
    const float* const scales = scales_.Read(channel, rows, scaleBuffer);
    const float* const biases = args_.bias.Defined() ? biases_.Read(channel, rows, biasBuffer) : nullptr;
    std::array<double, kWholeTileColumns> results;
    for (int64_t r = 0; r < rows; ++r, sums += kWholeTileColumns) {
      const double scale = scales[r];
      const double bias = biases == nullptr ? 0 : biases[r];
      for (int64_t c = 0; c < columns; ++c) {
        results[static_cast<size_t>(c)] = sums[c] * scale + bias;
      }
      // A tile may have positions of several samples.
      for (int64_t c = 0; c < columns;) {
        const int64_t sample = (column + c) / state_.positions;
        const int64_t position = (column + c) % state_.positions;
        const int64_t count = std::min(columns - c, state_.positions - position);
        writer_.Write((sample * args_.output.dims[1] + channel + r) * state_.positions + position, count,
                      results.data() + c);
        c += count;
      }
    }
  }

  const Args& args_;
  const State& state_;
  const TensorView& input_;
  const int8_t* weight_;
  TileReader scales_;
  TileReader biases_;
  TileWriter writer_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.output.Empty()) {
    return;
  }
  int8_t* const weight = state.weight.In(workspace);
  ReorderWeight(args.weight, state.depth, weight, cpu);
  const TensorView input = state.planes.Make(args.input, workspace, cpu);
  const Product product(args, state, input, weight);
  const int64_t tiles = state.rowTiles * state.columnTiles;
  cpu.ParallelFor(args.attributes.groups * tiles, [&](int64_t task) {
    product.RunTile(task / tiles, task / state.columnTiles % state.rowTiles * kWholeTileRows,
                    task % state.columnTiles * kWholeTileColumns);
  });
}

constexpr auto kKernel = CpuKernel<Run>("cpu:quant_convolution", Prepare);

}  // namespace

constinit const KernelEntry<QuantConvolutionArgs> kQuantConvolutionCpu = Entry(kKernel);

}  // namespace openaclnn
