// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel of batch norm: a pass that sums up each channel about a centre near its mean, a scale and a
// shift for each channel from these sums, a pass that writes.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/batch_norm.h"
#include "ops/normalization/batch_norm_plan.h"
#include "ops/normalization/batch_norm_sums.h"
#include "ops/normalization/channel_passes.h"
#include "simd/lane_sums.h"

namespace openaclnn {
namespace batch_norm {
namespace {

using channel_passes::Pass;

struct ForwardState : Prepared {
  Plan plan;
  ChannelLayout input;
  ChannelLayout output;
  // [channel]
  ScratchArray<float> weight;
  ScratchArray<float> bias;
  ScratchArray<float> centre;
  ScratchArray<float> scale;
  ScratchArray<float> shift;
  ScratchArray<double> mean;
  ScratchArray<double> invstd;
  ScratchArray<double> probes;
  // [row][channel], as SumChannels wants them; then squares of a channel's distances from its mean.
  ScratchArray<double> distances;
  ScratchArray<double> squares;
};

ForwardState PrepareForward(const BatchNormArgs& args) {
  ForwardState state{};
  const bool writes = args.output.Defined();
  // Training reads the input twice, and to write across is faster than to read so.
  state.plan = PlanBatch(AsBatch(args.input));
  const int64_t channels = state.plan.shape.channels;
  if (!args.input.Empty()) {
    state.input = LayoutOf(AsBatch(args.input), state.plan.shape, state.plan.walk);
    if (writes) {
      state.output = LayoutOf(AsBatch(args.output), state.plan.shape, state.plan.walk);
    }
  }
  ScratchLayout layout;
  for (ScratchArray<float>* array : {&state.weight, &state.bias, &state.centre, &state.scale, &state.shift}) {
    *array = layout.Book<float>(channels);
  }
  for (ScratchArray<double>* array : {&state.mean, &state.invstd, &state.probes}) {
    *array = layout.Book<double>(channels);
  }
  const int64_t sums = args.training ? std::max(int64_t{1}, state.plan.Rows()) * channels : 0;
  state.distances = layout.Book<double>(sums);
  state.squares = layout.Book<double>(sums);
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(args.input.NumElements()) * SizeOf(args.input.dtype) *
               ((args.training ? 1 : 0) + (writes ? 2 : 0));
  return state;
}

class Forward {
 public:
  Forward(const BatchNormArgs& args, const ForwardState& state, std::byte* workspace)
      : args_(args),
        plan_(state.plan),
        channels_(plan_.shape.channels),
        input_(AsBatch(args.input), state.input),
        output_(args.output.Defined() ? AsBatch(args.output) : args.output, state.output),
        probe_(FindPass(Pass::kSum, args.input.dtype), {&input_}, nullptr),
        sum_(FindPass(Pass::kSumOfDistances, args.input.dtype), {&input_}, nullptr),
        normalize_(FindPass(Pass::kNormalization, args.input.dtype), {&input_}, &output_),
        weight_(state.weight.In(workspace)),
        bias_(state.bias.In(workspace)),
        centre_(state.centre.In(workspace)),
        scale_(state.scale.In(workspace)),
        shift_(state.shift.In(workspace)),
        mean_(state.mean.In(workspace)),
        invstd_(state.invstd.In(workspace)),
        probes_(state.probes.In(workspace)),
        distances_(state.distances.In(workspace)),
        squares_(state.squares.In(workspace)) {}

  void Run(const CpuContext& cpu) {
    ReadParameter(args_.weight, channels_, 1, weight_);
    ReadParameter(args_.bias, channels_, 0, bias_);
    if (!args_.training) {
      ReadStatistics();
    } else if (plan_.Count() > 0) {
      Measure(cpu);
      Move(args_.runningMean, args_.newRunningMean, 1, mean_);
      Move(args_.runningVar, args_.newRunningVar, static_cast<double>(plan_.Count() - 1), squares_);
    } else {
      std::fill_n(mean_, channels_, 0.0);
      std::fill_n(invstd_, channels_, std::numeric_limits<double>::quiet_NaN());
    }
    WriteParameter(args_.saveMean, channels_, mean_);
    WriteParameter(args_.saveInvstd, channels_, invstd_);
    if (plan_.Count() == 0 || !args_.output.Defined()) {
      return;
    }
    for (int64_t c = 0; c < channels_; ++c) {
      const double scale = invstd_[c] * static_cast<double>(weight_[c]);
      centre_[c] = static_cast<float>(mean_[c]);
      scale_[c] = static_cast<float>(scale);
      // What rounding the mean took from it.
      const double rest = static_cast<double>(centre_[c]) - mean_[c];
      shift_[c] = static_cast<float>(static_cast<double>(bias_[c]) + rest * scale);
    }
    cpu.ParallelFor(plan_.writeTasks.Count(), [&](int64_t task) {
      const ChannelRegion region = plan_.writeTasks.At(task);
      normalize_.Run(region, {centre_ + region.channel, scale_ + region.channel, shift_ + region.channel},
                     {});
    });
  }

 private:
  void ReadStatistics() {
    if (args_.invstd.Defined()) {
      ReadParameter(args_.mean, channels_, 0, centre_);
      ReadParameter(args_.invstd, channels_, 0, scale_);
      std::copy_n(centre_, channels_, mean_);
      std::copy_n(scale_, channels_, invstd_);
      return;
    }
    ReadParameter(args_.runningMean, channels_, 0, centre_);
    ReadParameter(args_.runningVar, channels_, 0, scale_);
    for (int64_t c = 0; c < channels_; ++c) {
      mean_[c] = static_cast<double>(centre_[c]);
      invstd_[c] = 1 / std::sqrt(static_cast<double>(scale_[c]) + args_.epsilon);
    }
  }

  // Mean, squares and invstd of each channel.
  void Measure(const CpuContext& cpu) {
    ForEachBand(cpu, channels_, [&](int64_t first, int64_t count) { Probe(first, count); });
    SumChannels(cpu, plan_, sum_, {centre_}, {distances_, squares_});
    ForEachBand(cpu, channels_, [&](int64_t first, int64_t count) {
      for (int64_t c = first; c < first + count; ++c) {
        if (!Conclude(c)) {
          SumAgain(c);
          (void)Conclude(c);
        }
        const double variance = squares_[c] / static_cast<double>(plan_.Count());
        invstd_[c] = 1 / std::sqrt(variance + args_.epsilon);
      }
    });
  }

  // Takes the mean of a few elements, from several places, as the centre of each channel.
  void Probe(int64_t first, int64_t count) {
    constexpr int64_t kProbes = 4;
    constexpr int64_t kElements = 16;
    const auto [samples, channels, positions] = plan_.shape;
    const int64_t blocks = CeilDivide(positions, kSumBlock);
    const int64_t probes = std::min(kProbes, std::max(samples, blocks));
    std::fill_n(probes_ + first, count, 0.0);
    int64_t elements = 0;
    for (int64_t probe = 0; probe < probes; ++probe) {
      const int64_t position = (2 * probe + 1) * blocks / (2 * probes) * kSumBlock;
      const int64_t length = std::min(kElements, positions - position);
      probe_.Run({probe * samples / probes, 1, first, count, position, length}, {}, {probes_ + first});
      elements += length;
    }
    for (int64_t c = first; c < first + count; ++c) {
      const auto centre = static_cast<float>(probes_[c] / static_cast<double>(elements));
      centre_[c] = std::isfinite(centre) ? centre : 0;
    }
  }

  // Mean and squares from the sums of a channel. False if its centre lay so far from the mean that the
  // squares lost digits: then the mean is the centre to take.
  bool Conclude(int64_t channel) {
    const auto count = static_cast<double>(plan_.Count());
    const double offset = distances_[channel] / count;
    const double squares = squares_[channel] - offset * offset * count;
    mean_[channel] = static_cast<double>(centre_[channel]) + offset;
    squares_[channel] = squares < 0 ? 0 : squares;
    const bool far = std::isfinite(offset) && offset * offset * count > 4 * squares_[channel];
    return !far;
  }

  // The sums of a channel about its mean, in the order of SumChannels.
  void SumAgain(int64_t channel) {
    centre_[channel] = static_cast<float>(mean_[channel]);
    ChannelTasks tasks = plan_.sumTasks;
    tasks.whole.channel = channel;
    tasks.whole.channels = 1;
    distances_[channel] = 0;
    squares_[channel] = 0;
    for (int64_t task = 0; task < tasks.Count(); ++task) {
      double distances = 0;
      double squares = 0;
      sum_.Run(tasks.At(task), {centre_ + channel}, {&distances, &squares});
      distances_[channel] += distances;
      squares_[channel] += squares;
    }
  }

  // A running statistic takes a share of what was measured, which is still to be divided.
  void Move(const TensorView& from, const TensorView& to, double divisor, const double* measured) const {
    if (!from.Defined()) {
      return;
    }
    const TileReader reader(from);
    const TileWriter writer(to);
    for (int64_t begin = 0; begin < channels_; begin += kTileElements) {
      TileBuffer buffer;
      DoubleTileBuffer moved;
      const int64_t count = std::min(kTileElements, channels_ - begin);
      const float* old = reader.Read(begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        moved[static_cast<size_t>(i)] = (1 - args_.momentum) * static_cast<double>(old[i]) +
                                        args_.momentum * (measured[begin + i] / divisor);
      }
      writer.Write(begin, count, moved.data());
    }
  }

  const BatchNormArgs& args_;
  const Plan& plan_;
  const int64_t channels_;
  const ChannelTensor input_;
  const ChannelTensor output_;
  const channel_passes::Sum probe_;
  const channel_passes::SumOfDistances sum_;
  const channel_passes::Normalization normalize_;
  float* weight_;
  float* bias_;
  float* centre_;
  float* scale_;
  float* shift_;
  double* mean_;
  double* invstd_;
  double* probes_;
  double* distances_;
  double* squares_;
};

}  // namespace
}  // namespace batch_norm

namespace {

void Run(const BatchNormArgs& args, const batch_norm::ForwardState& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  batch_norm::Forward(args, state, workspace).Run(cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:channels", batch_norm::PrepareForward);

}  // namespace

constinit const KernelEntry<BatchNormArgs> kBatchNormCpu = Entry(kKernel);

}  // namespace openaclnn
