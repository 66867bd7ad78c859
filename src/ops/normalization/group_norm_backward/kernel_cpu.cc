// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel: a pass that sums each channel, coefficients of each group from these sums, a pass that
// writes gradInput; and the gradients of gamma and beta from the sums of all samples. See partition.h for how
// they are cut.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/layout/channels.h"
#include "kernels/reduction/accumulate.h"
#include "kernels/reduction/block_sums.h"
#include "kernels/tiles/fill_zero.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/channel_gradients.h"
#include "ops/normalization/channel_passes.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/partition.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/normalization/group_norm_backward/passes-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(RunGroupNormBackward,
                     void(const GroupNormBackwardArgs& args, const openaclnn::group_norm::State& state,
                          std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace group_norm {

using backend::cpu::CpuContext;

// Work on so few numbers is done at once on the calling thread.
constexpr int64_t kFewNumbers = 16384;
// Elements that a float32 lane takes before it is added to a sum in float64.
constexpr int64_t kLaneElements = kSumBlock / kSumLanes;
// Channels of a task that adds up their sums.
constexpr int64_t kCombinedChannels = 64;

// [channel of a band]
using BandFloats = std::array<float, kBand>;
struct BandSums {
  std::array<double, kBand> gradients;
  std::array<double, kBand> products;
};
struct BandStatistics {
  BandFloats power;
  BandFloats centre;
  std::array<double, kBand> rest;
};

// One run of the operator.
template <class Format>
class Backward {
 public:
  Backward(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        partition_(state.partition),
        schedule_(state.schedule),
        shape_(state.partition.shape),
        gradOut_(args.gradOut, schedule_.gradOut),
        input_(args.input, schedule_.input),
        gradInput_(args.gradInput, schedule_.gradInput),
        sum_(FindPass(channel_passes::Pass::kSumOfProducts, args.gradOut.dtype), {&gradOut_, &input_},
             nullptr),
        sumGradients_(FindPass(channel_passes::Pass::kSum, args.gradOut.dtype), {&gradOut_}, nullptr),
        write_(FindPass(channel_passes::Pass::kGradient, args.gradOut.dtype), {&gradOut_, &input_},
               &gradInput_),
        gammaCopy_(state.gamma.In(workspace)),
        meanCopy_(state.mean.In(workspace)),
        rstdCopy_(state.rstd.In(workspace)),
        groupSums_(state.groupSums.In(workspace)),
        gradients_(state.gradients.In(workspace)),
        products_(state.products.In(workspace)) {}

  void Run(const CpuContext& cpu) {
    mean_ = Floats(cpu, args_.mean, meanCopy_);
    rstd_ = Floats(cpu, args_.rstd, rstdCopy_);
    if (args_.gamma.Defined()) {
      gamma_ = Floats(cpu, args_.gamma, gammaCopy_);
    } else {
      std::fill_n(gammaCopy_, shape_.channels, 1.0F);
      gamma_ = gammaCopy_;
    }
    if (schedule_.wholeGroups) {
      cpu.ParallelFor(schedule_.tasks.Count(), [&](int64_t task) { RunGroups(schedule_.tasks.At(task)); });
    } else {
      for (int64_t sample = 0; sample < shape_.samples; sample += schedule_.waveSamples) {
        for (int64_t channel = 0; channel < shape_.channels; channel += schedule_.waveChannels) {
          RunWave(cpu, {sample, std::min(schedule_.waveSamples, shape_.samples - sample), channel,
                        std::min(schedule_.waveChannels, shape_.channels - channel), 0, shape_.positions});
        }
      }
    }
    if (AsksForChannels(args_)) {
      WriteChannels(cpu);
    }
  }

 private:
  static const float* Floats(const CpuContext& cpu, const TensorView& view, float* copy) {
    if (AreFloats(view)) {
      return reinterpret_cast<const float*>(view.data);
    }
    const TileReader reader(view);
    const int64_t count = view.NumElements();
    ForEachTask(cpu, CeilDivide(count, kTileElements), count, [&](int64_t task) {
      TileBuffer buffer;
      const int64_t begin = task * kTileElements;
      const int64_t length = std::min(kTileElements, count - begin);
      std::copy_n(reader.Read(begin, length, buffer), length, copy + begin);
    });
    return copy;
  }

  // Calls body(task) for tasks on so many numbers altogether.
  template <typename Body>
  static void ForEachTask(const CpuContext& cpu, int64_t tasks, int64_t numbers, const Body& body) {
    if (numbers > kFewNumbers) {
      cpu.ParallelFor(tasks, body);
      return;
    }
    for (int64_t task = 0; task < tasks; ++task) {
      body(task);
    }
  }

  // Calls body(offset, channels, group) for the channels that share a group.
  template <typename Body>
  void ForEachGroup(int64_t channel, int64_t channels, const Body& body) const {
    for (int64_t offset = 0; offset < channels;) {
      const int64_t group = (channel + offset) / partition_.groupChannels;
      const int64_t end = std::min(channels, (group + 1) * partition_.groupChannels - channel);
      body(offset, end - offset, group);
      offset = end;
    }
  }

  BandStatistics StatisticsOf(int64_t sample, int64_t channel, int64_t channels) const {
    BandStatistics statistics;
    ForEachGroup(channel, channels, [&](int64_t offset, int64_t count, int64_t group) {
      const int64_t at = sample * partition_.groups + group;
      const Centring centring = CentringOf(mean_[at], rstd_[at]);
      std::fill_n(statistics.power.begin() + offset, count, centring.power);
      std::fill_n(statistics.centre.begin() + offset, count, centring.centre);
      std::fill_n(statistics.rest.begin() + offset, count, centring.rest);
    });
    return statistics;
  }

  [[nodiscard]] bool NeedsInput() const { return args_.gradInput.Defined() || args_.gradGammaOut.Defined(); }

  // The sums of one part of the positions of channels of a band, from its channel `first` on.
  void SumPart(const ChannelRegion& part, const BandStatistics& statistics, int64_t first, double* gradients,
               double* products) const {
    std::fill_n(gradients, part.channels, 0.0);
    std::fill_n(products, part.channels, 0.0);
    if (NeedsInput()) {
      sum_.Run(part, {statistics.power.data() + first, statistics.centre.data() + first},
               {gradients, products});
      for (int64_t i = 0; i < part.channels; ++i) {
        products[i] *= statistics.rest[static_cast<size_t>(first + i)];
      }
    } else {
      sumGradients_.Run(part, {}, {gradients});
    }
    for (int64_t i = 0; i < part.channels; ++i) {
      if (!std::isfinite(gradients[i] + products[i])) {
        SumInDouble({part.sample, 1, part.channel + i, 1, part.position, part.positions}, gradients[i],
                    products[i]);
      }
    }
  }

  // The sums of a part of one channel that float32 has no room for.
  void SumInDouble(const ChannelRegion& part, double& gradient, double& product) const {
    const hn::CappedTag<float, 1> one;
    TileBuffer buffer;
    const auto load = [&](const ChannelTensor& tensor, std::array<double, Partition::kPartPositions>& to) {
      const bool along = !tensor.Direct() || tensor.Walk() == ChannelWalk::kAlong;
      const auto* from = static_cast<const typename Format::Element*>(
          tensor.Direct() ? static_cast<const void*>(tensor.At(part.sample, part.channel, part.position))
                          : tensor.Pack(part, buffer));
      for (int64_t i = 0; i < part.positions; ++i) {
        to[static_cast<size_t>(i)] =
            static_cast<double>(hn::GetLane(Format::Load(one, from + i * (along ? 1 : tensor.Pitch()))));
      }
    };
    std::array<double, Partition::kPartPositions> gradients;
    load(gradOut_, gradients);
    const auto positions = static_cast<size_t>(part.positions);
    gradient = std::accumulate(gradients.begin(), gradients.begin() + part.positions, 0.0);
    if (NeedsInput()) {
      std::array<double, Partition::kPartPositions> inputs;
      load(input_, inputs);
      const int64_t at = part.sample * partition_.groups + part.channel / partition_.groupChannels;
      product = 0;
      for (size_t i = 0; i < positions; ++i) {
        product +=
            gradients[i] * ((inputs[i] - static_cast<double>(mean_[at])) * static_cast<double>(rstd_[at]));
      }
    }
  }

  // Calls body(part, number of the part) for the parts of a region.
  template <typename Body>
  static void ForEachPart(const ChannelRegion& region, const Body& body) {
    for (int64_t done = 0; done < region.positions; done += Partition::kPartPositions) {
      ChannelRegion part = region;
      part.position += done;
      part.positions = std::min(Partition::kPartPositions, region.positions - done);
      body(part, part.position / Partition::kPartPositions);
    }
  }

  // Adds the sums of a band's channels to those of their groups, `sums` being of `firstGroup`.
  void AddToGroups(int64_t channel, int64_t channels, const double* gradients, const double* products,
                   GroupSums* sums, int64_t firstGroup) const {
    ForEachGroup(channel, channels, [&](int64_t offset, int64_t count, int64_t group) {
      const GroupSums weighted =
          WeighChannels(gradients + offset, products + offset, gamma_ + channel + offset, count);
      sums[group - firstGroup].gradient += weighted.gradient;
      sums[group - firstGroup].product += weighted.product;
    });
  }

  // Writes gradInput. `sums` are those of the sample's groups from `firstGroup` on.
  void Write(const ChannelRegion& region, const GroupSums* sums, int64_t firstGroup) const {
    for (int64_t done = 0; done < region.channels; done += kBand) {
      ChannelRegion band = region;
      band.channel += done;
      band.channels = std::min(kBand, region.channels - done);
      const BandStatistics by = StatisticsOf(band.sample, band.channel, band.channels);
      BandFloats scales;
      BandFloats constants;
      BandFloats slopes;
      BandFloats factors;
      ForEachGroup(band.channel, band.channels, [&](int64_t offset, int64_t count, int64_t group) {
        const GroupCoefficients coefficients = CoefficientsOf(
            rstd_[band.sample * partition_.groups + group], by.rest[static_cast<size_t>(offset)],
            sums[group - firstGroup], partition_.groupChannels * shape_.positions);
        std::fill_n(constants.begin() + offset, count, coefficients.constant);
        std::fill_n(slopes.begin() + offset, count, coefficients.slope);
        std::fill_n(factors.begin() + offset, count, coefficients.factor);
        const float* gamma = gamma_ + band.channel + offset;
        std::transform(gamma, gamma + count, scales.begin() + offset,
                       [&](float value) { return value * coefficients.power; });
      });
      write_.Run(
          band,
          {by.power.data(), by.centre.data(), scales.data(), constants.data(), slopes.data(), factors.data()},
          {});
    }
  }

  // The sums and gradInput of some whole groups, for each sample of a slot.
  void RunGroups(const ChannelRegion& region) const {
    const int64_t slot = region.sample;
    const int64_t firstGroup = region.channel / partition_.groupChannels;
    // Where nobody asks for them there is no room for them.
    double* gradients = nullptr;
    double* products = nullptr;
    if (AsksForChannels(args_)) {
      gradients = gradients_ + slot * shape_.channels;
      products = products_ + slot * shape_.channels;
      std::fill_n(gradients + region.channel, region.channels, 0.0);
      std::fill_n(products + region.channel, region.channels, 0.0);
    }
    const int64_t firstSample = slot * partition_.slotSamples;
    const int64_t end = std::min(shape_.samples, firstSample + partition_.slotSamples);
    if (partition_.Single()) {
      partition_.ForEachBand(region.channel, region.channels, [&](int64_t channel, int64_t channels) {
        RunSingles({firstSample, end - firstSample, channel, channels, 0, 1}, gradients, products);
      });
      return;
    }
    std::array<GroupSums, kTaskGroups> groupSums;
    for (int64_t sample = firstSample; sample < end; ++sample) {
      std::fill_n(groupSums.begin(), region.channels / partition_.groupChannels, GroupSums{});
      partition_.ForEachBand(region.channel, region.channels, [&](int64_t channel, int64_t channels) {
        BandSums sums;
        SumBand({sample, 1, channel, channels, 0, shape_.positions}, sums);
        if (args_.gradInput.Defined()) {
          AddToGroups(channel, channels, sums.gradients.data(), sums.products.data(), groupSums.data(),
                      firstGroup);
        }
        if (AsksForChannels(args_)) {
          AddTo(gradients + channel, sums.gradients.data(), channels);
          AddTo(products + channel, sums.products.data(), channels);
        }
      });
      if (args_.gradInput.Defined()) {
        Write({sample, 1, region.channel, region.channels, 0, shape_.positions}, groupSums.data(),
              firstGroup);
      }
    }
  }

  // The same where groups have a single position; the sums are of all channels.
  void RunSingles(const ChannelRegion& region, double* gradients, double* products) const {
    SingleRow<Format> row(gamma_ + region.channel, region.channels);
    std::array<TileBuffer, 2> buffers;
    BandFloats gradientLane;
    BandFloats productLane;
    int64_t summed = 0;
    for (int64_t i = 0; i < region.samples; ++i) {
      const ChannelRegion at{region.sample + i, 1, region.channel, region.channels, 0, 1};
      row.Load(RowOf(gradOut_, at, buffers[0]), RowOf(input_, at, buffers[1]), at.channels);
      ForEachGroup(at.channel, at.channels, [&](int64_t offset, int64_t count, int64_t group) {
        const int64_t statistics = at.sample * partition_.groups + group;
        row.Run(offset, count, mean_[statistics], rstd_[statistics]);
      });
      if (args_.gradInput.Defined()) {
        if (gradInput_.Direct()) {
          std::copy_n(row.Output(), at.channels,
                      reinterpret_cast<typename Format::Element*>(gradInput_.At(at.sample, at.channel, 0)));
        } else {
          gradInput_.Unpack(at, row.Output());
        }
      }
      if (AsksForChannels(args_)) {
        if (summed == 0) {
          gradientLane.fill(0.0F);
          productLane.fill(0.0F);
        }
        row.AddTo(gradientLane.data(), productLane.data(), at.channels);
        if (++summed == kLaneElements || i + 1 == region.samples) {
          AddTo(gradients + at.channel, gradientLane.data(), at.channels);
          AddTo(products + at.channel, productLane.data(), at.channels);
          summed = 0;
        }
      }
    }
  }

  static const void* RowOf(const ChannelTensor& tensor, const ChannelRegion& at, TileBuffer& buffer) {
    return tensor.Direct() ? tensor.At(at.sample, at.channel, 0) : tensor.Pack(at, buffer);
  }

  // Along positions, one channel after the other, as they lie in memory.
  void SumBand(const ChannelRegion& region, BandSums& sums) const {
    const BandStatistics statistics = StatisticsOf(region.sample, region.channel, region.channels);
    const bool apart = schedule_.walk == ChannelWalk::kAlong && partition_.parts > 1;
    const int64_t step = apart ? 1 : region.channels;
    for (int64_t channel = 0; channel < region.channels; channel += step) {
      ChannelRegion rows = region;
      rows.channel += channel;
      rows.channels = step;
      double* gradients = sums.gradients.data() + channel;
      double* products = sums.products.data() + channel;
      ForEachPart(rows, [&](const ChannelRegion& part, int64_t number) {
        if (number == 0) {
          SumPart(part, statistics, channel, gradients, products);
          return;
        }
        BandSums more;
        SumPart(part, statistics, channel, more.gradients.data(), more.products.data());
        AddTo(gradients, more.gradients.data(), step);
        AddTo(products, more.products.data(), step);
      });
    }
  }

  void RunWave(const CpuContext& cpu, const ChannelRegion& wave) const {
    ChannelTasks sumTasks = schedule_.sumTasks;
    sumTasks.whole = wave;
    cpu.ParallelFor(sumTasks.Count(), [&](int64_t task) {
      const ChannelRegion region = sumTasks.At(task);
      const BandStatistics statistics = StatisticsOf(region.sample, region.channel, region.channels);
      ForEachPart(region, [&](const ChannelRegion& part, int64_t number) {
        const int64_t at = PartSums(part.sample, number) + part.channel;
        SumPart(part, statistics, 0, gradients_ + at, products_ + at);
      });
    });
    CombineParts(cpu, wave);
    if (!args_.gradInput.Defined()) {
      return;
    }
    ChannelTasks writeTasks = schedule_.writeTasks;
    writeTasks.whole = wave;
    const int64_t count = writeTasks.Count();
    cpu.ParallelFor(count, [&](int64_t task) {
      // Backwards: what was read last is the most likely to be in a cache still.
      const ChannelRegion region = writeTasks.At(count - 1 - task);
      Write(region, groupSums_ + region.sample * partition_.groups, 0);
    });
  }

  // Where the sums of a part of a sample begin. Those of its first part become those of the whole sample.
  [[nodiscard]] int64_t PartSums(int64_t sample, int64_t part) const {
    return (sample * partition_.parts + part) * shape_.channels;
  }

  // Adds up the parts, and from them the sums of groups.
  void CombineParts(const CpuContext& cpu, const ChannelRegion& wave) const {
    const int64_t rows = partition_.groupChannels;
    const int64_t unit = std::max(int64_t{1}, kBand / rows) * rows;
    const int64_t units = CeilDivide(wave.channels, unit);
    ForEachTask(
        cpu, wave.samples * units, wave.samples * wave.channels * partition_.parts, [&](int64_t task) {
          const int64_t sample = wave.sample + task / units;
          const int64_t first = task % units * unit;
          GroupSums* groupSums = groupSums_ + sample * partition_.groups;
          if (args_.gradInput.Defined()) {
            const int64_t channels = std::min(unit, wave.channels - first);
            std::fill_n(groupSums + (wave.channel + first) / rows, channels / rows, GroupSums{});
          }
          partition_.ForEachBand(wave.channel + first, std::min(unit, wave.channels - first),
                                 [&](int64_t channel, int64_t channels) {
                                   double* gradients = gradients_ + PartSums(sample, 0) + channel;
                                   double* products = products_ + PartSums(sample, 0) + channel;
                                   for (int64_t part = 1; part < partition_.parts; ++part) {
                                     AddTo(gradients, gradients + part * shape_.channels, channels);
                                     AddTo(products, products + part * shape_.channels, channels);
                                   }
                                   if (args_.gradInput.Defined()) {
                                     AddToGroups(channel, channels, gradients, products, groupSums, 0);
                                   }
                                 });
        });
  }

  // Adds up the sums of channels over slots, or over samples, which are slots of their own where groups are
  // cut.
  void WriteChannels(const CpuContext& cpu) const {
    const int64_t stride = schedule_.wholeGroups ? shape_.channels : PartSums(1, 0);
    ForEachTask(
        cpu, CeilDivide(shape_.channels, kCombinedChannels), partition_.slots * shape_.channels,
        [&](int64_t task) {
          const int64_t channel = task * kCombinedChannels;
          const int64_t channels = std::min(kCombinedChannels, shape_.channels - channel);
          WriteBlockSums(args_.gradGammaOut, {products_, partition_.slots, stride}, channel, channels);
          WriteBlockSums(args_.gradBetaOut, {gradients_, partition_.slots, stride}, channel, channels);
        });
  }

  const Args& args_;
  const Partition& partition_;
  const Schedule& schedule_;
  const ChannelShape shape_;
  const ChannelTensor gradOut_;
  const ChannelTensor input_;
  const ChannelTensor gradInput_;
  const channel_passes::SumOfProducts sum_;
  const channel_passes::Sum sumGradients_;
  const channel_passes::Gradient write_;
  const float* gamma_ = nullptr;  // where they lie, or copied
  const float* mean_ = nullptr;
  const float* rstd_ = nullptr;
  float* gammaCopy_;
  float* meanCopy_;
  float* rstdCopy_;
  GroupSums* groupSums_;
  double* gradients_;
  double* products_;
};

}  // namespace group_norm

void RunGroupNormBackward(const GroupNormBackwardArgs& args, const openaclnn::group_norm::State& state,
                          std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  VisitFormat(args.gradOut.dtype,
              [&](auto format) { group_norm::Backward<decltype(format)>(args, state, workspace).Run(cpu); });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void group_norm::Run(const Args& args, const State& state, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu) {
  if (HasWork(args)) {
    HWY_DYNAMIC_DISPATCH(RunGroupNormBackward)(args, state, workspace, cpu);
  } else {
    FillZeroIfDefined({&args.gradGammaOut, &args.gradBetaOut});
  }
}

namespace {

constexpr auto kKernel = CpuKernel<group_norm::Run>("cpu:groups", group_norm::Prepare);

}  // namespace

constinit const KernelEntry<GroupNormBackwardArgs> kGroupNormBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
