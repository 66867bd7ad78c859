// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel: two sums of each row, then its gradInput, and what it adds to the gradients of scale and
// shift. All arithmetic is on tiles of float32, whatever the tensors' types and layouts.
#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/quantization/quantized_rows.h"
#include "kernels/reduction/accumulate.h"
#include "kernels/reduction/block_sums.h"
#include "kernels/tiles/fill_zero.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/parameters.h"
#include "ops/normalization/row_norm.h"
#include "simd/lane_sums.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/normalization/moments-inl.h"
#include "ops/normalization/row_gradients-inl.h"
#include "ops/normalization/row_sums-inl.h"
#include "simd/formats-inl.h"

namespace openaclnn::row_norm_backward {

// Rows that float32 sums over rows take before they are added to those in float64.
inline constexpr int64_t kLaneRows = kSumBlock / kSumLanes;
// A task has a block of rows: at least so many, and so many that there are no more blocks than these.
inline constexpr int64_t kBlockRows = 16;
inline constexpr int64_t kBlocks = 64;
// Rows that are worked through together.
inline constexpr size_t kTogether = 2;

struct State : Prepared {
  int64_t groupRows;  // of a group, whose rows follow each other
  int64_t blockRows;  // fixes the bits of sums over rows, as it follows from the shape alone
  int64_t groupBlocks;
  int64_t blocks;
  bool writes;                // a gradient of rows is asked for
  bool sums;                  // over rows are asked for
  ScratchArray<float> scale;  // [group][length]
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
  state.writes = args.gradInput.Defined() || args.quantized.Defined();
  state.sums = args.gradScale.Defined() || args.gradShift.Defined() || args.gradOuterScale.Defined() ||
               args.gradOuterShift.Defined();
  if (rows == 0 || length == 0 || (!state.sums && !state.writes)) {
    return state;
  }
  const int64_t groups = args.shape.groups;
  state.groupRows = rows / groups;
  state.blockRows = std::max(kBlockRows, CeilDivide(rows, kBlocks));
  state.groupBlocks = CeilDivide(state.groupRows, state.blockRows);
  state.blocks = groups * state.groupBlocks;
  const int64_t sums =
      state.sums
          ? CheckedMultiply(state.blocks, CheckedMultiply(2, length).value_or(INT64_MAX)).value_or(INT64_MAX)
          : 0;
  ScratchLayout layout;
  state.scale = layout.Book<float>(groups * length);
  state.mean = layout.Book<float>(rows);
  state.rstd = layout.Book<float>(rows);
  state.lanes = layout.Book<float>(sums);
  state.totals = layout.Book<double>(sums);
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(rows * length) * 3 * SizeOf(args.input.dtype);
  return state;
}

}  // namespace openaclnn::row_norm_backward

namespace openaclnn {
OPENACLNN_PER_TARGET(RunRowNormBackward,
                     void(const RowNormBackwardArgs& args, const openaclnn::row_norm_backward::State& state,
                          std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_norm_backward {

using namespace openaclnn::row_norm_backward;  // NOLINT(google-build-using-namespace): the room's own,
                                               // outside of targets

class Backward {
 public:
  Backward(const RowNormBackwardArgs& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        rows_(args.shape.rows),
        length_(args.shape.Length()),
        gradOut_(args.gradOut),
        input_(args.input),
        asksAhead_(AsksAhead(args)),
        gradInput_(args.gradInput.Defined() ? args.gradInput : args.input),
        scale_(state.scale.In(workspace)),
        mean_(state.mean.In(workspace)),
        rstd_(state.rstd.In(workspace)),
        lanes_(state.lanes.In(workspace)),
        totals_(state.totals.In(workspace)) {
    if (args.added.Defined()) {
      added_.emplace(args.added);
    }
    if (args.passed.Defined()) {
      passed_.emplace(args.passed);
    }
    if (args.gradFactored.Defined()) {
      gradFactored_.emplace(args.gradFactored);
    }
    if (args.quantized.Defined()) {
      quantized_.emplace(args.quantized, args.factor, args.zeroPoint, TensorView{},
                         QuantizedRowsForm{.channels = length_, .divides = args.divides});
    }
  }

  void Run(const backend::cpu::CpuContext& cpu) const {
    ReadScales();
    if (args_.centred) {
      ReadParameter(args_.mean, rows_, 1, mean_);
    } else {
      std::fill_n(mean_, rows_, 0.0F);
    }
    ReadParameter(args_.rstd, rows_, 1, rstd_);
    cpu.ParallelFor(state_.blocks, [&](int64_t block) { RunBlock(block); });
    if (args_.outerScale.Defined()) {
      WriteGroupSums(cpu);
    } else if (state_.sums) {
      WriteBlockSums(cpu, args_.gradScale, {totals_, state_.blocks, 2 * length_});
      WriteBlockSums(cpu, args_.gradShift, {totals_ + length_, state_.blocks, 2 * length_});
    }
  }

 private:
  // Those of each group. The first one's place has what all of them need, so it comes last.
  void ReadScales() const {
    ReadParameter(args_.scale, length_, 1, scale_);
    if (!args_.outerScale.Defined()) {
      return;
    }
    const TileReader outer(args_.outerScale);
    for (int64_t group = args_.shape.groups; group-- > 0;) {
      for (int64_t begin = 0; begin < length_; begin += kTileElements) {
        TileBuffer buffer;
        const int64_t count = std::min(kTileElements, length_ - begin);
        const float* const numbers = outer.Read(group * length_ + begin, count, buffer);
        float* const to = scale_ + group * length_ + begin;
        for (int64_t i = 0; i < count; ++i) {
          to[i] = scale_[begin + i] * (1 + numbers[i]);
        }
      }
    }
  }

  // From the sums of blocks those of groups, and from these the gradients of scales and shifts.
  void WriteGroupSums(const backend::cpu::CpuContext& cpu) const {
    if (!state_.sums) {
      return;
    }
    const auto tiles = [](const TensorView& view, const TensorView& other) {
      return TileReader(view.Defined() ? view : other);
    };
    const TileReader outer(args_.outerScale);
    const TileReader inner(tiles(args_.scale, args_.outerScale));
    const TileReader shift(tiles(args_.shift, args_.outerScale));
    cpu.ParallelFor(CeilDivide(length_, kTileElements), [&](int64_t task) {
      const int64_t begin = task * kTileElements;
      const int64_t count = std::min(kTileElements, length_ - begin);
      TileBuffer buffer;
      TileBuffer scales;
      TileBuffer shifts;
      const float* const by = args_.scale.Defined() ? inner.Read(begin, count, scales) : nullptr;
      const float* const plus = args_.shift.Defined() ? shift.Read(begin, count, shifts) : nullptr;
      DoubleTileBuffer overGroups[2];  // for scale and shift
      std::fill_n(overGroups[0].begin(), count, 0.0);
      std::fill_n(overGroups[1].begin(), count, 0.0);
      for (int64_t group = 0; group < args_.shape.groups; ++group) {
        DoubleTileBuffer sums[2];
        for (int64_t which = 0; which < 2; ++which) {
          std::fill_n(sums[which].begin(), count, 0.0);
          for (int64_t block = group * state_.groupBlocks; block < (group + 1) * state_.groupBlocks;
               ++block) {
            AddTo(sums[which].data(), totals_ + (2 * block + which) * length_ + begin, count);
          }
        }
        const float* const numbers = outer.Read(group * length_ + begin, count, buffer);
        for (int64_t i = 0; i < count; ++i) {
          const auto at = static_cast<size_t>(i);
          const double factor = 1 + static_cast<double>(numbers[i]);
          overGroups[0][at] += factor * sums[0][at];
          overGroups[1][at] += factor * sums[1][at];
          const double scaled = by == nullptr ? sums[0][at] : static_cast<double>(by[i]) * sums[0][at];
          sums[0][at] = plus == nullptr ? scaled : scaled + static_cast<double>(plus[i]) * sums[1][at];
        }
        WriteIfDefined(args_.gradOuterScale, group * length_ + begin, count, sums[0]);
        WriteIfDefined(args_.gradOuterShift, group * length_ + begin, count, sums[1]);
      }
      WriteIfDefined(args_.gradScale, begin, count, overGroups[0]);
      WriteIfDefined(args_.gradShift, begin, count, overGroups[1]);
    });
  }
  static void WriteIfDefined(const TensorView& view, int64_t begin, int64_t count,
                             const DoubleTileBuffer& numbers) {
    if (view.Defined()) {
      TileWriter(view).Write(begin, count, numbers.data());
    }
  }

  // Rows that come from memory are asked for while gradients are written, which reads nothing new: by itself
  // the processor asks only while it reads, and not beyond a page.
  static bool AsksAhead(const RowNormBackwardArgs& args) {
    constexpr int64_t kMostElements = 16 * kTileElements;  // of a row, so that a cache keeps two of them
    return StoresFor(args.input) == Stores::kStreaming && args.shape.Length() <= kMostElements &&
           args.input.Contiguous() && args.gradOut.Contiguous() && !args.added.Defined();
  }

  struct Buffers {
    TileBuffer gradOut;
    TileBuffer input;
    TileBuffer added;
    TileBuffer gradInput;
    TileBuffer gradFactored;
  };
  struct Tile {
    const float* gradOut;
    const float* input;
  };
  Tile ReadTile(int64_t at, int64_t count, Buffers& buffers) const {
    const float* gradOut = gradOut_.Read(at, count, buffers.gradOut);
    const float* input = input_.Read(at, count, buffers.input);
    if (added_) {
      AddMultiple(input, args_.inputFactor, added_->Read(at, count, buffers.added), count,
                  buffers.input.data());
      input = buffers.input.data();
    }
    return {gradOut, input};
  }

  // What has been computed of the gradient, in its place, and what follows from it.
  void Store(int64_t at, int64_t count, float* gradInput, Buffers& buffers) const {
    if (passed_) {
      AddMultiple(gradInput, 1, passed_->Read(at, count, buffers.added), count, gradInput);
    }
    if (gradFactored_) {
      std::transform(gradInput, gradInput + count, buffers.gradFactored.data(),
                     [factor = args_.inputFactor](float value) { return factor * value; });
      gradFactored_->Write(at, count, buffers.gradFactored.data());
    }
    if (quantized_) {
      quantized_->WriteTile(at, count, gradInput);
    } else {
      gradInput_.Write(at, count, gradInput);
    }
  }
  // Where a gradient is computed.
  float* PlaceOf(int64_t at, Buffers& buffers) const {
    return quantized_ ? buffers.gradInput.data() : gradInput_.Prepare(at, buffers.gradInput);
  }

  void RunBlock(int64_t block) const {
    const int64_t group = block / state_.groupBlocks;
    const int64_t first = group * state_.groupRows + block % state_.groupBlocks * state_.blockRows;
    const int64_t end = std::min((group + 1) * state_.groupRows, first + state_.blockRows);
    const float* const scale = scale_ + group * length_;
    // Of the block: sums over its rows for gradScale, then those for gradShift.
    float* lanes = lanes_ + block * 2 * length_;
    double* totals = totals_ + block * 2 * length_;
    if (state_.sums) {
      std::fill_n(totals, 2 * length_, 0.0);
    }
    for (int64_t start = first; start < end; start += kLaneRows) {
      const int64_t stop = std::min(end, start + kLaneRows);
      if (state_.sums) {
        std::fill_n(lanes, 2 * length_, 0.0F);
      }
      if (length_ <= kTileElements / 2) {
        RunShortRows(start, stop, scale, lanes);
      } else {
        RunLongRows(start, stop, scale, lanes);
      }
      if (state_.sums) {
        AddTo(totals, lanes, 2 * length_);
      }
    }
  }

  [[nodiscard]] Row StartOf(int64_t row) const { return {mean_[row], rstd_[row]}; }

  void Finish(const RowSums& sums, Row& row) const {
    const double share = 1 / static_cast<double>(length_);
    row.gradient = args_.centred ? static_cast<float>(sums.gradient * share) : 0;
    row.product = static_cast<float>(sums.product * share);
  }

  // Adds up tiles of some rows, which begin at the same element of each.
  template <size_t kRows>
  void AddTiles(const std::array<Tile, kRows>& tiles, int64_t begin, int64_t count, const float* scale,
                float* lanes, const std::array<Row, kRows>& rows, std::array<RowSums, kRows>& sums) const {
    for (int64_t i = 0; i < count; i += kSumBlock) {
      RowPointers<kRows> from{};
      for (size_t r = 0; r < kRows; ++r) {
        from.gradOut[r] = tiles[r].gradOut + i;
        from.input[r] = tiles[r].input + i;
      }
      from.scale = scale + begin + i;
      const int64_t size = std::min(kSumBlock, count - i);
      if (state_.sums) {
        from.gradScale = lanes + begin + i;
        from.gradShift = lanes + length_ + begin + i;
        AddBlock<true>(from, size, rows, sums);
      } else {
        AddBlock<false>(from, size, rows, sums);
      }
    }
  }

  // Rows that share a tile.
  void RunShortRows(int64_t start, int64_t stop, const float* scale, float* lanes) const {
    Buffers buffers;
    const int64_t tileRows = kTileElements / length_;
    for (int64_t first = start; first < stop; first += tileRows) {
      const int64_t rows = std::min(tileRows, stop - first);
      const int64_t at = first * length_;
      const Tile all = ReadTile(at, rows * length_, buffers);
      float* to = state_.writes ? PlaceOf(at, buffers) : nullptr;
      const auto run = [&](int64_t from, auto together) {
        constexpr size_t kRows = decltype(together)::value;
        std::array<Tile, kRows> tiles{};
        std::array<Row, kRows> each{};
        std::array<RowSums, kRows> sums{};
        for (size_t r = 0; r < kRows; ++r) {
          const int64_t row = from + static_cast<int64_t>(r);
          tiles[r] = {all.gradOut + row * length_, all.input + row * length_};
          each[r] = StartOf(first + row);
        }
        AddTiles(tiles, 0, length_, scale, lanes, each, sums);
        for (size_t r = 0; r < kRows && to != nullptr; ++r) {
          const int64_t begin = (from + static_cast<int64_t>(r)) * length_;
          Finish(sums[r], each[r]);
          // The one element of a row is the average: rounded as that is, it leaves exactly 0.
          const float product = *tiles[r].gradOut * *scale;
          const float one = 1;
          const bool single = length_ == 1;
          WriteGradients(single ? &product : tiles[r].gradOut, tiles[r].input, single ? &one : scale, length_,
                         each[r], to + begin, [](int64_t /*i*/) {});
        }
      };
      ForEachRows(0, rows, run);
      if (to != nullptr) {
        Store(at, rows * length_, to, buffers);
      }
    }
  }

  // Rows of a tile each, or of several.
  void RunLongRows(int64_t start, int64_t stop, const float* scale, float* lanes) const {
    std::array<Buffers, kTogether> buffers;
    ForEachRows(start, stop, [&](int64_t first, auto together) {
      constexpr size_t kRows = decltype(together)::value;
      std::array<Tile, kRows> tiles{};
      std::array<Row, kRows> rows{};
      std::array<RowSums, kRows> sums{};
      for (size_t r = 0; r < kRows; ++r) {
        rows[r] = StartOf(first + static_cast<int64_t>(r));
      }
      const auto read = [&](size_t r, int64_t begin, int64_t count) {
        tiles[r] = ReadTile((first + static_cast<int64_t>(r)) * length_ + begin, count, buffers[r]);
      };
      for (int64_t begin = 0; begin < length_; begin += kTileElements) {
        const int64_t count = std::min(kTileElements, length_ - begin);
        for (size_t r = 0; r < kRows; ++r) {
          read(r, begin, count);
        }
        AddTiles(tiles, begin, count, scale, lanes, rows, sums);
      }
      for (size_t r = 0; r < kRows && state_.writes; ++r) {
        Finish(sums[r], rows[r]);
        for (int64_t begin = 0; begin < length_; begin += kTileElements) {
          const int64_t count = std::min(kTileElements, length_ - begin);
          const int64_t at = (first + static_cast<int64_t>(r)) * length_ + begin;
          if (length_ > kTileElements) {
            read(r, begin, count);
          }
          float* to = PlaceOf(at, buffers[r]);
          const auto write = [&](const auto& beside) {
            WriteGradients(tiles[r].gradOut, tiles[r].input, scale + begin, count, rows[r], to, beside);
          };
          const int64_t next = at + static_cast<int64_t>(kTogether) * length_;
          if (asksAhead_ && next < rows_ * length_) {
            const auto size = static_cast<int64_t>(SizeOf(args_.input.dtype));
            const std::byte* gradOut = args_.gradOut.data + next * size;
            const std::byte* input = args_.input.data + next * size;
            write([=](int64_t i) {
              __builtin_prefetch(gradOut + i * size, 0, 2);
              __builtin_prefetch(input + i * size, 0, 2);
            });
          } else {
            write([](int64_t /*i*/) {});
          }
          Store(at, count, to, buffers[r]);
        }
      }
    });
  }

  // Calls run(first, std::integral_constant) for rows [begin, end), kTogether or one at a time.
  template <class Run>
  static void ForEachRows(int64_t begin, int64_t end, const Run& run) {
    constexpr auto kStep = static_cast<int64_t>(kTogether);
    for (; begin + kStep <= end; begin += kStep) {
      run(begin, std::integral_constant<size_t, kTogether>());
    }
    for (; begin < end; ++begin) {
      run(begin, std::integral_constant<size_t, 1>());
    }
  }

  const RowNormBackwardArgs& args_;
  const State& state_;
  int64_t rows_;
  int64_t length_;
  TileReader gradOut_;
  TileReader input_;
  bool asksAhead_;
  TileWriter gradInput_;
  std::optional<TileReader> added_;
  std::optional<TileReader> passed_;
  std::optional<TileWriter> gradFactored_;
  std::optional<QuantizedRows> quantized_;
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

#else
namespace openaclnn {
namespace {

void Run(const RowNormBackwardArgs& args, const row_norm_backward::State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (state.blocks > 0) {
    HWY_DYNAMIC_DISPATCH(RunRowNormBackward)(args, state, workspace, cpu);
  } else {
    FillZeroIfDefined({&args.gradScale, &args.gradShift, &args.gradOuterScale, &args.gradOuterShift});
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rows", row_norm_backward::Prepare);

}  // namespace

constinit const KernelEntry<RowNormBackwardArgs> kRowNormBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
