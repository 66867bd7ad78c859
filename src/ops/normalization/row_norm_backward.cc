// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel: two sums of each row, then its gradInput, and what it adds to the gradients of scale and
// shift. All arithmetic is on tiles of float32, whatever the tensors' types and layouts.
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/accumulate.h"
#include "kernels/block_sums.h"
#include "kernels/scratch.h"
#include "kernels/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/row_norm.h"
#include "simd/lane_sums.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/normalization/row_norm_backward.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/normalization/moments-inl.h"
#include "simd/formats-inl.h"

#ifndef OPENACLNN_ROW_NORM_BACKWARD_STATE  // this file is included once for each target
#define OPENACLNN_ROW_NORM_BACKWARD_STATE
namespace openaclnn::row_norm_backward {

// Rows that float32 sums over rows take before they are added to those in float64.
inline constexpr int64_t kLaneRows = kSumBlock / kSumLanes;
// A task has a block of rows: at least so many, and so many that there are no more blocks than these.
inline constexpr int64_t kBlockRows = 16;
inline constexpr int64_t kBlocks = 64;

struct State : Prepared {
  int64_t blockRows;  // fixes the bits of sums over rows, as it follows from the shape alone
  int64_t blocks;
  bool sums;  // over rows are asked for
  ScratchArray<float> scale;
  ScratchArray<float> mean;
  ScratchArray<float> rstd;
  // [block][gradScale, gradShift][length]
  ScratchArray<float> lanes;
  ScratchArray<double> totals;
};

inline State Prepare(const RowNormBackwardArgs& args) {
  State state{};
  const int64_t rows = args.shape.rows;
  const int64_t length = args.shape.Length();
  state.sums = args.gradScale.Defined() || args.gradShift.Defined();
  if (rows == 0 || length == 0 || (!state.sums && !args.gradInput.Defined())) {
    return state;
  }
  state.blockRows = std::max(kBlockRows, CeilDivide(rows, kBlocks));
  state.blocks = CeilDivide(rows, state.blockRows);
  const int64_t sums = state.sums ? state.blocks * 2 * length : 0;
  ScratchLayout layout;
  state.scale = layout.Book<float>(length);
  state.mean = layout.Book<float>(rows);
  state.rstd = layout.Book<float>(rows);
  state.lanes = layout.Book<float>(sums);
  state.totals = layout.Book<double>(sums);
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(rows * length) * 3 * SizeOf(args.input.dtype);
  return state;
}

}  // namespace openaclnn::row_norm_backward
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_norm_backward {

using openaclnn::row_norm_backward::kLaneRows;
using openaclnn::row_norm_backward::State;

// Of a row: what of its elements is normalized, and the averages of g and of g * xh.
struct Row {
  float mean;
  float rstd;
  float gradient = 0;
  float product = 0;
};

template <class D, class V>
HWY_INLINE V Normalized(D floats, V value, const Row& row) {
  return hn::Mul(hn::Sub(value, hn::Set(floats, row.mean)), hn::Set(floats, row.rstd));
}

struct RowSums {
  double gradient = 0;
  double product = 0;
};

// Adds the sums of g and g * xh over at most kSumBlock elements.
void AddBlock(const float* gradOut, const float* input, const float* scale, int64_t count, const Row& row,
              RowSums& sums) {
  const LaneTag floats;
  LaneSums gradient;
  LaneSums product;
  ForEachLaneVector(
      count,
      [&](size_t v, auto used, auto g, auto x, auto by) HWY_ATTR {
        const auto weighted = hn::Mul(g, by);
        gradient.lanes[v] = hn::Add(gradient.lanes[v], weighted);
        product.lanes[v] = MulAdd(floats, weighted, used.Keep(Normalized(floats, x, row)), product.lanes[v]);
      },
      gradOut, input, scale);
  sums.gradient += gradient.Fold();
  sums.product += product.Fold();
}

void WriteGradients(const float* gradOut, const float* input, const float* scale, int64_t count,
                    const Row& row, float* to) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const auto xh = Normalized(floats, hn::LoadU(floats, input + i), row);
    const auto centred = MulSub(floats, hn::LoadU(floats, gradOut + i), hn::LoadU(floats, scale + i),
                                hn::Set(floats, row.gradient));
    const auto result = NegMulAdd(floats, xh, hn::Set(floats, row.product), centred);
    Float32::Store(floats, hn::Mul(hn::Set(floats, row.rstd), result), to + i);
  });
}

// Adds a row to the sums over rows.
void AddRow(const float* gradOut, const float* input, int64_t count, const Row& row, float* gradScale,
            float* gradShift) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const auto g = hn::LoadU(floats, gradOut + i);
    const auto xh = Normalized(floats, hn::LoadU(floats, input + i), row);
    hn::StoreU(MulAdd(floats, g, xh, hn::LoadU(floats, gradScale + i)), floats, gradScale + i);
    hn::StoreU(hn::Add(hn::LoadU(floats, gradShift + i), g), floats, gradShift + i);
  });
}

class Backward {
 public:
  Backward(const RowNormBackwardArgs& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        rows_(args.shape.rows),
        length_(args.shape.Length()),
        gradOut_(args.gradOut),
        input_(args.input),
        gradInput_(args.gradInput.Defined() ? args.gradInput : args.input),
        scale_(state.scale.In(workspace)),
        mean_(state.mean.In(workspace)),
        rstd_(state.rstd.In(workspace)),
        lanes_(state.lanes.In(workspace)),
        totals_(state.totals.In(workspace)) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    Read(args_.scale, length_, scale_);
    Read(args_.mean, rows_, mean_);
    Read(args_.rstd, rows_, rstd_);
    cpu.ParallelFor(state_.blocks, [&](int64_t block) { RunBlock(block); });
    if (state_.sums) {
      WriteBlockSums(cpu, args_.gradScale, {totals_, state_.blocks, 2 * length_});
      WriteBlockSums(cpu, args_.gradShift, {totals_ + length_, state_.blocks, 2 * length_});
    }
  }

 private:
  // Without the tensor, ones.
  static void Read(const TensorView& view, int64_t count, float* to) {
    if (!view.Defined()) {
      std::fill_n(to, count, 1.0F);
      return;
    }
    const TileReader reader(view);
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      TileBuffer buffer;
      const int64_t size = std::min(kTileElements, count - begin);
      std::copy_n(reader.Read(begin, size, buffer), size, to + begin);
    }
  }

  struct Buffers {
    TileBuffer gradOut;
    TileBuffer input;
    TileBuffer gradInput;
  };
  struct Tile {
    const float* gradOut;
    const float* input;
  };
  Tile ReadTile(int64_t at, int64_t count, Buffers& buffers) const {
    return {gradOut_.Read(at, count, buffers.gradOut), input_.Read(at, count, buffers.input)};
  }

  void RunBlock(int64_t block) const {
    Buffers buffers;
    const int64_t end = std::min(rows_, (block + 1) * state_.blockRows);
    const int64_t first = block * state_.blockRows;
    // Of the block: sums over its rows for gradScale, then those for gradShift.
    float* lanes = lanes_ + block * 2 * length_;
    double* totals = totals_ + block * 2 * length_;
    if (state_.sums) {
      std::fill_n(totals, 2 * length_, 0.0);
    }
    const int64_t tileRows = std::max(int64_t{1}, kTileElements / length_);
    for (int64_t start = first; start < end; start += kLaneRows) {
      const int64_t stop = std::min(end, start + kLaneRows);
      if (state_.sums) {
        std::fill_n(lanes, 2 * length_, 0.0F);
      }
      for (int64_t row = start; row < stop; row += tileRows) {
        if (length_ <= kTileElements) {
          RunShortRows(row, std::min(tileRows, stop - row), lanes, buffers);
        } else {
          RunRow(row, lanes, buffers);
        }
      }
      if (state_.sums) {
        AddTo(totals, lanes, 2 * length_);
      }
    }
  }

  [[nodiscard]] Row StartOf(int64_t row) const { return {mean_[row], rstd_[row]}; }

  void Finish(const RowSums& sums, Row& row) const {
    const double share = 1 / static_cast<double>(length_);
    row.gradient = static_cast<float>(sums.gradient * share);
    row.product = static_cast<float>(sums.product * share);
  }

  void AddTile(const Tile& tile, int64_t begin, int64_t count, const Row& row, RowSums& sums) const {
    for (int64_t i = 0; i < count; i += kSumBlock) {
      AddBlock(tile.gradOut + i, tile.input + i, scale_ + begin + i, std::min(kSumBlock, count - i), row,
               sums);
    }
  }

  void RunShortRows(int64_t first, int64_t rows, float* lanes, Buffers& buffers) const {
    const int64_t at = first * length_;
    const Tile all = ReadTile(at, rows * length_, buffers);
    const bool writes = args_.gradInput.Defined();
    float* to = writes ? gradInput_.Prepare(at, buffers.gradInput) : nullptr;
    for (int64_t i = 0; i < rows; ++i) {
      const Tile tile{all.gradOut + i * length_, all.input + i * length_};
      Row row = StartOf(first + i);
      if (state_.sums) {
        AddRow(tile.gradOut, tile.input, length_, row, lanes, lanes + length_);
      }
      if (writes) {
        RowSums sums;
        AddTile(tile, 0, length_, row, sums);
        Finish(sums, row);
        WriteGradients(tile.gradOut, tile.input, scale_, length_, row, to + i * length_);
      }
    }
    if (writes) {
      gradInput_.Write(at, rows * length_, to);
    }
  }

  void RunRow(int64_t index, float* lanes, Buffers& buffers) const {
    Row row = StartOf(index);
    RowSums sums;
    for (int64_t begin = 0; begin < length_; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length_ - begin);
      const Tile tile = ReadTile(index * length_ + begin, count, buffers);
      if (args_.gradInput.Defined()) {
        AddTile(tile, begin, count, row, sums);
      }
      if (state_.sums) {
        AddRow(tile.gradOut, tile.input, count, row, lanes + begin, lanes + length_ + begin);
      }
    }
    if (!args_.gradInput.Defined()) {
      return;
    }
    Finish(sums, row);
    for (int64_t begin = 0; begin < length_; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length_ - begin);
      const int64_t at = index * length_ + begin;
      const Tile tile = ReadTile(at, count, buffers);
      float* to = gradInput_.Prepare(at, buffers.gradInput);
      WriteGradients(tile.gradOut, tile.input, scale_ + begin, count, row, to);
      gradInput_.Write(at, count, to);
    }
  }

  const RowNormBackwardArgs& args_;
  const State& state_;
  int64_t rows_;
  int64_t length_;
  TileReader gradOut_;
  TileReader input_;
  TileWriter gradInput_;
  float* scale_;
  float* mean_;
  float* rstd_;
  float* lanes_;
  double* totals_;
};

}  // namespace row_norm_backward

void RunRowNormBackward(const RowNormBackwardArgs& args, const openaclnn::row_norm_backward::State& state,
                        std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  row_norm_backward::Backward(args, state, workspace).Run(cpu);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(RunRowNormBackward);

Status Run(const RowNormBackwardArgs& args, const row_norm_backward::State& state, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  if (state.blocks > 0) {
    HWY_DYNAMIC_DISPATCH(RunRowNormBackward)(args, state, workspace, cpu);
    return Status::Ok();
  }
  for (const TensorView* gradient : {&args.gradScale, &args.gradShift}) {
    if (gradient->Defined()) {
      FillZero(*gradient);
    }
  }
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rows", row_norm_backward::Prepare);

}  // namespace

constinit const KernelEntry<RowNormBackwardArgs> kRowNormBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
