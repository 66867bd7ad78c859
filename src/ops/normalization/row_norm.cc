// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel: statistics of each row, from parts of a fixed length, then the row again, normalized while
// it is still in a cache. All arithmetic is on tiles of float32, whatever the tensors' types and layouts.
#include "ops/normalization/row_norm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/quantization/quantized_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/parameters.h"
#include "simd/lane_sums.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/normalization/moments-inl.h"
#include "ops/normalization/row_sums-inl.h"
#include "simd/formats-inl.h"
#include "simd/math-inl.h"

namespace openaclnn::row_norm {

// What fixes the bits of the statistics: those of the blocks of a part are combined, then those of parts.
inline constexpr int64_t kPart = 32 * kSumBlock;
// Elements of a task: enough that handing it to a thread costs nothing against it.
inline constexpr int64_t kTaskElements = 16 * kTileElements;
// Rows of more elements are cut into parts if they are too few to keep the cores busy.
inline constexpr int64_t kLongRow = 4 * kPart;
inline constexpr int64_t kFewRows = 64;
// Channels with fewer positions have their scale and shift repeated for each.
inline constexpr int64_t kFewPositions = 64;

struct State : Prepared {
  bool hasWork;
  bool cut;       // rows into parts
  int64_t parts;  // of a row
  bool repeated;  // scale and shift, for each element of a row; else they are constant along a channel
  bool scaled;    // with other numbers than one, shifted with others than zero
  bool shifted;
  int64_t columns;  // numbers of scale, and of shift
  ScratchArray<float> scale;
  ScratchArray<float> shift;
  ScratchArray<float> mean;  // [rows]
  ScratchArray<float> rstd;
  ScratchArray<float> variance;
  ScratchArray<Moments> moments;  // [parts]
};

inline State Prepare(const RowNormArgs& args) {
  State state{};
  const int64_t rows = args.shape.rows;
  const int64_t channels = args.shape.channels;
  const int64_t positions = args.shape.positions;
  const int64_t groups = args.shape.groups;
  const int64_t length = args.shape.Length();
  state.hasWork =
      rows > 0 && (length > 0 || args.mean.Defined() || args.rstd.Defined() || args.variance.Defined() ||
                   args.rowScale.Defined() || args.rowScale2.Defined());
  if (!state.hasWork) {
    return state;
  }
  state.parts = CeilDivide(length, kPart);
  state.cut = length > kLongRow && rows < kFewRows;
  state.repeated = positions < kFewPositions;
  state.columns = state.repeated ? groups * length : groups * channels;
  ScratchLayout layout;
  state.scaled = args.scale.Defined() || args.outerScale.Defined();
  state.shifted = args.shift.Defined() || args.outerShift.Defined();
  state.scale = layout.Book<float>(state.scaled ? state.columns : 0);
  state.shift = layout.Book<float>(state.shifted ? state.columns : 0);
  state.mean = layout.Book<float>(rows);
  state.rstd = layout.Book<float>(rows);
  state.variance = layout.Book<float>(args.variance.Defined() ? rows : 0);
  state.moments = layout.Book<Moments>(state.cut ? state.parts : 0);
  state.workspaceBytes = layout.Bytes();
  const size_t tensors = args.added.Defined() ? 4 : 2;
  state.cost = static_cast<size_t>(rows * length) * tensors * SizeOf(args.input.dtype);
  return state;
}

}  // namespace openaclnn::row_norm

namespace openaclnn {
OPENACLNN_PER_TARGET(RunRowNorm, void(const RowNormArgs& args, const openaclnn::row_norm::State& state,
                                      std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_norm {

using namespace openaclnn::row_norm;  // NOLINT(google-build-using-namespace): the room's own, outside of
                                      // targets

// Numbers of each element, or one for all of them.
struct Each {
  const float* numbers;
  template <class D>
  HWY_INLINE hn::Vec<D> At(D floats, int64_t i) const {
    return hn::LoadU(floats, numbers + i);
  }
};
struct Same {
  float number;
  template <class D>
  HWY_INLINE hn::Vec<D> At(D floats, int64_t /*i*/) const {
    return hn::Set(floats, number);
  }
};

template <class Scale, class Shift>
void Normalize(const float* from, int64_t count, float mean, float rstd, Scale scale, Shift shift,
               float* to) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const auto centred = hn::Sub(hn::LoadU(floats, from + i), hn::Set(floats, mean));
    const auto value = hn::Mul(centred, hn::Set(floats, rstd));
    Float32::Store(floats, MulAdd(floats, value, scale.At(floats, i), shift.At(floats, i)), to + i);
  });
}

// Each number times the logistic function of its multiple.
void Activate(float* numbers, int64_t count, float multiple) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const Lanes<decltype(floats)> number(hn::LoadU(floats, numbers + i));
    const Lanes<decltype(floats)> by(hn::Set(floats, multiple));
    hn::StoreU((number * Sigmoid(by * number)).vector, floats, numbers + i);
  });
}

// Numbers as their type has them.
void RoundTo(DType dtype, int64_t count, TileBuffer& numbers) {
  if (dtype != DType::kFloat) {
    std::array<uint16_t, kTileElements> halves;
    ConvertTo(dtype, numbers.data(), halves.data(), count, Stores::kCached);
    ConvertToFloat(dtype, halves.data(), numbers.data(), count);
  }
}

bool HasOuter(const RowNormArgs& args) {
  return args.outerScale.Defined() || args.outerShift.Defined();
}

class Forward {
 public:
  Forward(const RowNormArgs& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        length_(args.shape.Length()),
        input_(args.input),
        scale_(state.scaled ? state.scale.In(workspace) : nullptr),
        shift_(state.shifted ? state.shift.In(workspace) : nullptr),
        mean_(state.mean.In(workspace)),
        rstd_(state.rstd.In(workspace)),
        variance_(args.variance.Defined() ? state.variance.In(workspace) : nullptr),
        moments_(state.moments.In(workspace)) {
    if (args.out.Defined()) {
      out_.emplace(args.out);
    }
    // Factors are those of channels, which outer scales and shifts give no groups.
    const QuantizedRowsForm form{HasOuter(args) ? 1 : args.shape.groups, args.shape.channels,
                                 args.shape.positions, args.divides};
    if (args.quantized.Defined()) {
      quantized_.emplace(args.quantized, args.factor, args.zeroPoint, args.rowScale, form);
    }
    if (args.quantized2.Defined()) {
      quantized2_.emplace(args.quantized2, args.factor2, args.zeroPoint2, args.rowScale2, form);
    }
    if (args.rounded.Defined()) {
      rounded_.emplace(args.rounded);
    }
    if (args.added.Defined()) {
      added_.emplace(args.added);
      if (args.bias.Defined()) {
        bias_.emplace(BroadcastTo(args.bias, args.input.Dims()));
      }
      if (args.sum.Defined()) {
        sum_.emplace(args.sum);
      }
    }
  }

  void Run(const backend::cpu::CpuContext& cpu) {
    SpreadAll();
    if (quantized_ || quantized2_) {
      RunQuantized(cpu);
    } else if (state_.cut) {
      RunParts(cpu);
    } else if (length_ <= kTileElements) {
      RunShortRows(cpu);
    } else {
      cpu.ParallelFor(args_.shape.rows, [&](int64_t row) { RunRow(row); });
    }
    WriteStatistics(args_.mean, mean_);
    WriteStatistics(args_.rstd, rstd_);
    WriteStatistics(args_.variance, variance_);
  }

 private:
  void SpreadAll() const {
    if (HasOuter(args_)) {
      SpreadOuter();
      return;
    }
    Spread(args_.scale, scale_);
    if (args_.scaleByOne) {
      std::for_each_n(scale_, state_.columns, [](float& scale) { scale += 1; });
    }
    Spread(args_.shift, shift_);
  }

  // Scale and shift of channels within those of groups.
  void SpreadOuter() const {
    const int64_t channels = args_.shape.channels;
    ReadParameter(args_.outerScale, state_.columns, 0, scale_);
    ReadParameter(args_.outerShift, state_.columns, 0, shift_);
    const TileReader scale(args_.scale.Defined() ? args_.scale : args_.outerScale);
    const TileReader shift(args_.shift.Defined() ? args_.shift : args_.outerScale);
    for (int64_t begin = 0; begin < channels; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, channels - begin);
      TileBuffer scales;
      TileBuffer shifts;
      const float* const by = args_.scale.Defined() ? scale.Read(begin, count, scales) : nullptr;
      const float* const plus = args_.shift.Defined() ? shift.Read(begin, count, shifts) : nullptr;
      for (int64_t group = 0; group < args_.shape.groups; ++group) {
        const int64_t at = group * channels + begin;
        for (int64_t i = 0; i < count; ++i) {
          const float outer = 1 + scale_[at + i];
          scale_[at + i] = by == nullptr ? outer : by[i] * outer;
          shift_[at + i] += plus == nullptr ? 0 : plus[i] * outer;
        }
      }
    }
  }

  // Scale or shift as float32, for each channel or each element of a row.
  void Spread(const TensorView& view, float* to) const {
    if (!view.Defined()) {
      return;
    }
    const TileReader reader(view);
    const int64_t count = args_.shape.groups * args_.shape.channels;
    const int64_t times = state_.repeated ? args_.shape.positions : 1;
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      TileBuffer buffer;
      const int64_t size = std::min(kTileElements, count - begin);
      const float* numbers = reader.Read(begin, size, buffer);
      if (times == 1) {
        to = std::copy_n(numbers, size, to);
        continue;
      }
      for (int64_t i = 0; i < size; ++i) {
        to = std::fill_n(to, times, numbers[i]);
      }
    }
  }

  void WriteStatistics(const TensorView& view, const float* numbers) const {
    if (!view.Defined()) {
      return;
    }
    const TileWriter writer(view);
    for (int64_t row = 0; row < args_.shape.rows; row += kTileElements) {
      writer.Write(row, std::min(kTileElements, args_.shape.rows - row), numbers + row);
    }
  }

  struct Buffers {
    TileBuffer input;
    TileBuffer added;
    TileBuffer bias;
    TileBuffer out;
  };

  // Elements of the input, or of the sum.
  const float* Read(int64_t begin, int64_t count, Buffers& buffers) const {
    const float* input = input_.Read(begin, count, buffers.input);
    if (!added_) {
      return input;
    }
    AddMultiple(input, args_.inputFactor, added_->Read(begin, count, buffers.added), count,
                buffers.input.data());
    if (bias_) {
      AddMultiple(buffers.input.data(), 1, bias_->Read(begin, count, buffers.bias), count,
                  buffers.input.data());
    }
    if (args_.roundsSum) {
      RoundTo(args_.input.dtype, count, buffers.input);
    }
    return buffers.input.data();
  }

  [[nodiscard]] Moments MomentsOf(const float* values, int64_t count) const {
    Moments moments;
    for (int64_t block = 0; block < count; block += kSumBlock) {
      const int64_t size = std::min(kSumBlock, count - block);
      if (args_.centred) {
        moments.Merge(MomentsOfBlock(values + block, size));
      } else {
        moments.count += static_cast<double>(size);
        moments.squares += SquaresOfBlock(values + block, size);
      }
    }
    return moments;
  }

  [[nodiscard]] Moments MomentsOfPart(int64_t row, int64_t part, Buffers& buffers) const {
    Moments moments;
    const int64_t end = std::min(length_, (part + 1) * kPart);
    for (int64_t begin = part * kPart; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      Combine(moments, MomentsOf(Read(row * length_ + begin, count, buffers), count));
    }
    return moments;
  }

  void Combine(Moments& moments, const Moments& other) const {
    if (args_.centred) {
      moments.Merge(other);
    } else {
      moments.count += other.count;
      moments.squares += other.squares;
    }
  }

  void Finish(int64_t row, const Moments& moments) const {
    mean_[row] = static_cast<float>(moments.mean);
    rstd_[row] = static_cast<float>(1 / std::sqrt(moments.squares / moments.count + args_.epsilon));
    if (variance_ != nullptr) {
      variance_[row] = static_cast<float>(moments.squares / moments.count);
    }
  }

  // Normalizes some elements of a row, which have been read.
  void Write(int64_t row, int64_t begin, int64_t count, const float* values, float* to) const {
    const int64_t group = row / args_.shape.groupRows % args_.shape.groups;
    if (scale_ == nullptr && shift_ == nullptr) {
      Normalize(values, count, mean_[row], rstd_[row], Same{1}, Same{0}, to);
    } else if (state_.repeated) {
      const int64_t at = group * length_ + begin;
      if (shift_ == nullptr) {
        Normalize(values, count, mean_[row], rstd_[row], Each{scale_ + at}, Same{0}, to);
      } else if (scale_ == nullptr) {
        Normalize(values, count, mean_[row], rstd_[row], Same{1}, Each{shift_ + at}, to);
      } else {
        Normalize(values, count, mean_[row], rstd_[row], Each{scale_ + at}, Each{shift_ + at}, to);
      }
    } else {
      const int64_t positions = args_.shape.positions;
      for (int64_t done = 0; done < count;) {
        const int64_t channel = group * args_.shape.channels + (begin + done) / positions;
        const int64_t size = std::min(count - done, positions - (begin + done) % positions);
        Normalize(values + done, size, mean_[row], rstd_[row], Same{scale_ != nullptr ? scale_[channel] : 1},
                  Same{shift_ != nullptr ? shift_[channel] : 0}, to + done);
        done += size;
      }
    }
  }

  // Normalizes a part of a row, from its tensor.
  void WritePart(int64_t row, int64_t begin, int64_t end, Buffers& buffers) const {
    for (; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      const int64_t at = row * length_ + begin;
      const float* values = Read(at, count, buffers);
      if (sum_) {
        sum_->Write(at, count, values);
      }
      if (out_) {
        float* to = out_->Prepare(at, buffers.out);
        Write(row, begin, count, values, to);
        Store(at, count, to);
      }
    }
  }

  // What has been normalized, in its place.
  void Store(int64_t at, int64_t count, float* values) const {
    if (args_.swish) {
      Activate(values, count, args_.swishScale);
    }
    out_->Write(at, count, values);
    if (rounded_) {
      rounded_->Write(at, count, values);
    }
  }

  void RunRow(int64_t row) const {
    Buffers buffers;
    Moments moments;
    for (int64_t part = 0; part < state_.parts; ++part) {
      Combine(moments, MomentsOfPart(row, part, buffers));
    }
    Finish(row, moments);
    if (sum_ || out_) {
      WritePart(row, 0, length_, buffers);
    }
  }

  // Whole rows that share a tile.
  void RunShortRows(const backend::cpu::CpuContext& cpu) const {
    if (length_ == 0) {
      for (int64_t row = 0; row < args_.shape.rows; ++row) {
        Finish(row, {});
      }
      return;
    }
    const int64_t tileRows = kTileElements / length_;
    const int64_t taskRows = std::max(int64_t{1}, kTaskElements / (tileRows * length_)) * tileRows;
    cpu.ParallelFor(CeilDivide(args_.shape.rows, taskRows), [&](int64_t task) {
      Buffers buffers;
      const int64_t end = std::min(args_.shape.rows, (task + 1) * taskRows);
      for (int64_t first = task * taskRows; first < end; first += tileRows) {
        const int64_t rows = std::min(tileRows, end - first);
        const int64_t at = first * length_;
        const int64_t count = rows * length_;
        const float* values = Read(at, count, buffers);
        if (sum_) {
          sum_->Write(at, count, values);
        }
        float* to = out_->Prepare(at, buffers.out);
        for (int64_t row = 0; row < rows; ++row) {
          Finish(first + row, MomentsOf(values + row * length_, length_));
          Write(first + row, 0, length_, values + row * length_, to + row * length_);
        }
        Store(at, count, to);
      }
    });
  }

  // Rows one after the other, so that a row is still in a cache when it is read again.
  void RunParts(const backend::cpu::CpuContext& cpu) const {
    for (int64_t row = 0; row < args_.shape.rows; ++row) {
      cpu.ParallelFor(state_.parts, [&](int64_t part) {
        Buffers buffers;
        moments_[part] = MomentsOfPart(row, part, buffers);
      });
      Moments moments;
      for (int64_t part = 0; part < state_.parts; ++part) {
        Combine(moments, moments_[part]);
      }
      Finish(row, moments);
      cpu.ParallelFor(state_.parts, [&](int64_t part) {
        Buffers buffers;
        WritePart(row, part * kPart, std::min(length_, (part + 1) * kPart), buffers);
      });
    }
  }

  // Rows that become whole numbers: each is normalized anew for what is found or made of it.
  void RunQuantized(const backend::cpu::CpuContext& cpu) const {
    ForEachRow(cpu, args_.shape.rows, length_, [&](int64_t row) {
      RunRow(row);
      Quantize(row);
    });
  }

  // Of a row with statistics.
  void Quantize(int64_t row) const {
    Buffers buffers;
    const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      Write(row, begin, count, Read(row * length_ + begin, count, buffers), buffer.data());
      if (args_.swish) {
        Activate(buffer.data(), count, args_.swishScale);
      }
      return static_cast<const float*>(buffer.data());
    };
    if (quantized_) {
      quantized_->Write(row, tile);
    }
    if (quantized2_) {
      quantized2_->Write(row, tile);
    }
  }

  const RowNormArgs& args_;
  const State& state_;
  int64_t length_;
  TileReader input_;
  std::optional<TileWriter> out_;
  std::optional<QuantizedRows> quantized_;
  std::optional<QuantizedRows> quantized2_;
  std::optional<TileReader> added_;
  std::optional<TileReader> bias_;
  std::optional<TileWriter> sum_;
  std::optional<TileWriter> rounded_;
  float* scale_;  // null: ones
  float* shift_;  // null: zeros
  float* mean_;
  float* rstd_;
  float* variance_;  // null: nobody asks for it
  Moments* moments_;
};

}  // namespace row_norm

void RunRowNorm(const RowNormArgs& args, const openaclnn::row_norm::State& state, std::byte* workspace,
                const backend::cpu::CpuContext& cpu) {
  row_norm::Forward(args, state, workspace).Run(cpu);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// [N, ..., C] as [N, C, ...].
void MoveChannels(TensorView& view) {
  const auto last = static_cast<size_t>(view.rank - 1);
  std::rotate(view.dims.begin() + 1, view.dims.begin() + last, view.dims.begin() + last + 1);
  std::rotate(view.strides.begin() + 1, view.strides.begin() + last, view.strides.begin() + last + 1);
}

void Run(const RowNormArgs& args, const row_norm::State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (!state.hasWork) {
    return;
  }
  RowNormArgs moved = args;
  if (args.channelsLast) {
    MoveChannels(moved.input);
    MoveChannels(moved.out);
  }
  HWY_DYNAMIC_DISPATCH(RunRowNorm)(moved, state, workspace, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:rows", row_norm::Prepare);

}  // namespace

constinit const KernelEntry<RowNormArgs> kRowNormCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
