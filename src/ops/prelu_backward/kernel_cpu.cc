// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/tiles.h"
#include "ops/prelu_backward/kernel.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/prelu_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// `value` where the mask has all bits set, `otherwise` where it has none.
inline float Select(uint32_t mask, float value, float otherwise) {
  return std::bit_cast<float>((std::bit_cast<uint32_t>(value) & mask) |
                              (std::bit_cast<uint32_t>(otherwise) & ~mask));
}

// gradInput takes one multiplication, by exactly 1 where self is positive. The products for gradWeight are
// exact in float64. A positive element adds 0 * 0: both factors are replaced, as either may be infinite or
// NaN. Masks instead of conditions, which GCC 12 turns into branches here, and then makes no vectors.
void ComputeTile(const float* HWY_RESTRICT gradOutput, const float* HWY_RESTRICT self,
                 const float* HWY_RESTRICT weights, int64_t count, float* HWY_RESTRICT gradInput,
                 double* HWY_RESTRICT sums) {
  for (int64_t i = 0; i < count; ++i) {
    const float gradient = gradOutput[i];
    const float input = self[i];
    const uint32_t positive = input > 0 ? ~uint32_t{0} : 0;
    const auto leakedGradient = static_cast<double>(Select(positive, 0.0F, gradient));
    const auto leakedInput = static_cast<double>(Select(positive, 0.0F, input));
    gradInput[i] = gradient * Select(positive, 1.0F, weights[i]);
    sums[i] += leakedGradient * leakedInput;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(ComputeTile);

// Tiles of a task: enough that handing it to a thread, and folding its sums, costs little against it.
constexpr int64_t kTaskTiles = 16;

// The size of a part when `size` is cut into as few parts of at most `most` as possible, as even as possible.
int64_t EvenPart(int64_t size, int64_t most) {
  return CeilDivide(size, CeilDivide(size, most));
}

// How the work is cut, by the shape alone. self, in row-major order, is [outer, channels, inner]. A tile is a
// box [rows, width, positions] of it that is consecutive in that order: at most one of the three is cut,
// those inside it are whole, those outside it are 1. Tiles that hold the same channels form a column, and
// each of them has a channel's elements in the same places, so they share a row of weights and a row of sums,
// whatever the shape is. A task is a block of tiles of one column.
struct Cut {
  explicit Cut(const PreluBackwardArgs& args) {
    const TensorView& self = args.self;
    if (args.weight.NumElements() == 1) {
      inner = self.NumElements();
    } else {
      outer = self.dims[0];
      channels = self.dims[1];
      inner = self.NumElements() / (outer * channels);
    }
    positions = EvenPart(inner, kTileElements);
    width = EvenPart(channels, std::max<int64_t>(1, kTileElements / inner));
    rows = EvenPart(outer, std::max<int64_t>(1, kTileElements / (channels * inner)));
    pieces = CeilDivide(inner, positions);
    columns = CeilDivide(channels, width);
    columnTiles = CeilDivide(outer, rows) * pieces;
    blockTiles = EvenPart(columnTiles, kTaskTiles);
    blocks = CeilDivide(columnTiles, blockTiles);
  }

  // With one block a column, a task's sums are final. With more there are at least 17 tiles a column, so that
  // the partial sums take less than a byte for each element of self.
  [[nodiscard]] bool NeedsPartials() const { return blocks > 1; }

  int64_t outer = 1;
  int64_t channels = 1;
  int64_t inner = 1;
  int64_t rows;
  int64_t width;
  int64_t positions;
  int64_t pieces;       // of inner
  int64_t columns;      // of channels
  int64_t columnTiles;  // tiles of a column: pieces run fastest, then rows
  int64_t blockTiles;   // tiles of a task
  int64_t blocks;       // tasks of a column
};

// The channels of one column.
class Column {
 public:
  Column(const Cut& cut, int64_t column)
      : cut_(cut),
        firstChannel_(column * cut.width),
        channels_(std::min(cut.width, cut.channels - firstChannel_)) {}

  [[nodiscard]] int64_t FirstChannel() const { return firstChannel_; }
  [[nodiscard]] int64_t Channels() const { return channels_; }

  // Calls tile(begin, count) for the tiles of one block.
  template <typename Tile>
  void ForEachTile(int64_t block, const Tile& tile) const {
    const int64_t end = std::min(cut_.columnTiles, (block + 1) * cut_.blockTiles);
    for (int64_t index = block * cut_.blockTiles; index < end; ++index) {
      const int64_t row = index / cut_.pieces * cut_.rows;
      const int64_t position = index % cut_.pieces * cut_.positions;
      const int64_t rows = std::min(cut_.rows, cut_.outer - row);
      const int64_t positions = std::min(cut_.positions, cut_.inner - position);
      tile((row * cut_.channels + firstChannel_) * cut_.inner + position, rows * channels_ * positions);
    }
  }

  // The weight of each place of a tile.
  void SpreadWeights(const TileReader& weight, TileBuffer& places) const {
    TileBuffer buffer;
    const float* weights = weight.Read(firstChannel_, channels_, buffer);
    float* place = places.data();
    for (int64_t row = 0; row < cut_.rows; ++row) {
      for (int64_t channel = 0; channel < channels_; ++channel) {
        place = std::fill_n(place, cut_.positions, weights[channel]);
      }
    }
  }

  // The sums of the places of a tile, added up for each channel.
  void FoldSums(const DoubleTileBuffer& places, double* channelSums) const {
    std::fill_n(channelSums, channels_, 0.0);
    const double* place = places.data();
    for (int64_t row = 0; row < cut_.rows; ++row) {
      for (int64_t channel = 0; channel < channels_; ++channel) {
        channelSums[channel] += Sum(place, cut_.positions);
        place += cut_.positions;
      }
    }
  }

 private:
  // Four sums side by side, so that an addition need not wait for the one before it.
  static double Sum(const double* values, int64_t count) {
    std::array<double, 4> sums{};
    int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
      for (size_t lane = 0; lane < 4; ++lane) {
        sums[lane] += values[i + static_cast<int64_t>(lane)];
      }
    }
    for (; i < count; ++i) {
      sums[0] += values[i];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  const Cut& cut_;
  int64_t firstChannel_;
  int64_t channels_;
};

// Adds up the [blocks, channels] partial sums, each channel's in the order of its blocks.
void CombinePartials(const Cut& cut, const double* partials, const TileWriter& gradWeight,
                     const backend::cpu::CpuContext& cpu) {
  cpu.ParallelFor(CeilDivide(cut.channels, kTileElements), [&](int64_t task) {
    const int64_t first = task * kTileElements;
    const int64_t count = std::min(kTileElements, cut.channels - first);
    DoubleTileBuffer sums{};
    for (int64_t block = 0; block < cut.blocks; ++block) {
      const double* partial = partials + block * cut.channels + first;
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += partial[i];
      }
    }
    gradWeight.Write(first, count, sums.data());
  });
}

}  // namespace

Plan PlanPreluBackwardCpu(const PreluBackwardArgs& args) {
  if (args.self.Empty()) {
    return {};
  }
  const Cut cut(args);
  const auto partials = static_cast<size_t>(cut.NeedsPartials() ? cut.blocks * cut.channels : 0);
  const auto elements = static_cast<size_t>(args.self.NumElements());
  return {.workspaceBytes = partials * sizeof(double), .bytes = 3 * elements * SizeOf(args.self.dtype)};
}

Status RunPreluBackwardCpu(const PreluBackwardArgs& args, std::byte* workspace,
                           backend::ExecutionContext& context) {
  if (args.self.Empty()) {
    FillZero(args.gradWeight);
    return Status::Ok();
  }
  const Cut cut(args);
  const TileReader gradOutput(BroadcastTo(args.gradOutput, args.self.Dims()));
  const TileReader self(args.self);
  const TileReader weight(args.weight);
  const TileWriter gradInput(args.gradInput);
  const TileWriter gradWeight(args.gradWeight);
  auto* partials = reinterpret_cast<double*>(workspace);

  const auto computeTile = HWY_DYNAMIC_DISPATCH(ComputeTile);
  const auto& cpu = static_cast<const backend::cpu::CpuContext&>(context);
  cpu.ParallelFor(cut.blocks * cut.columns, [&](int64_t task) {
    // Neighbouring tasks lie side by side in memory.
    const int64_t block = task / cut.columns;
    const Column column(cut, task % cut.columns);
    TileBuffer weights;
    column.SpreadWeights(weight, weights);
    DoubleTileBuffer sums{};
    column.ForEachTile(block, [&](int64_t begin, int64_t count) {
      TileBuffer gradOutputBuffer;
      TileBuffer selfBuffer;
      TileBuffer gradInputBuffer;
      float* tile = gradInput.Prepare(begin, gradInputBuffer);
      computeTile(gradOutput.Read(begin, count, gradOutputBuffer), self.Read(begin, count, selfBuffer),
                  weights.data(), count, tile, sums.data());
      gradInput.Write(begin, count, tile);
    });
    if (cut.NeedsPartials()) {
      column.FoldSums(sums, partials + block * cut.channels + column.FirstChannel());
    } else {
      DoubleTileBuffer channelSums;
      column.FoldSums(sums, channelSums.data());
      gradWeight.Write(column.FirstChannel(), column.Channels(), channelSums.data());
    }
  });
  if (cut.NeedsPartials()) {
    CombinePartials(cut, partials, gradWeight, cpu);
  }
  return Status::Ok();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
