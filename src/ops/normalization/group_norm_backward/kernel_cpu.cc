// SPDX-License-Identifier: Apache-2.0
//
// The tensors are seen as [N, C, HxW]; C / group neighbouring channels of a sample are a slab, which one mean
// and one rstd belong to.
//
// A slab that stays in a core's cache is summed and then written by one task, which reads it from memory
// once. Larger slabs, slabs too few to keep the cores busy, and slabs whose elements lie scattered among
// those of the others, are cut into parts: the sums of all parts are kept, those of each slab combined, then
// all parts written. This goes in waves, some slabs or samples at a time, which the cores' shared cache
// holds: so memory is read once here, too.
//
// What is added up in which order follows from the shape alone; how the tensors are walked, along the
// positions of a channel or across the channels of a position, from where they lie in memory.
//
// Sums and coefficients are float64, and so is each element of FLOAT until its one rounding: products of
// inputs from anywhere in the float32 range are exact in float64. So sums are of g * x, and the mean comes
// off at the end; but where it is much larger than the standard deviation, each x is centred, which is exact
// to its last digits. Elements of half types are float32, which has digits enough for them.
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/accumulate.h"
#include "kernels/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_cut.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_data.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_sums.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_write.h"

namespace openaclnn {
namespace {

using group_norm::AreFloats;
using group_norm::AsksForChannels;
using group_norm::Cut;
using group_norm::Data;
using group_norm::HasWork;
using group_norm::kTaskChannels;
using group_norm::kTaskElements;
using group_norm::kTaskSlabs;
using group_norm::Region;
using group_norm::Scratch;
using group_norm::Summation;
using group_norm::Wave;
using group_norm::Writing;
using Args = GroupNormBackwardArgs;
using backend::cpu::CpuContext;

// One run of the operator.
class GroupNormBackward {
 public:
  GroupNormBackward(const Args& args, std::byte* workspace, int threads)
      : data_(args, threads), summation_(data_), writing_(data_) {
    const Scratch scratch(args, data_.cut);
    unpackedGamma_ = reinterpret_cast<double*>(workspace + scratch.gamma);
    unpackedMean_ = reinterpret_cast<float*>(workspace + scratch.mean);
    unpackedRstd_ = reinterpret_cast<float*>(workspace + scratch.rstd);
    slabSums_ = reinterpret_cast<GroupNormSums*>(workspace + scratch.slabSums);
    gradientSums_ = reinterpret_cast<double*>(workspace + scratch.gradients);
    productSums_ = reinterpret_cast<double*>(workspace + scratch.products);
  }

  void Run(const CpuContext& cpu) {
    data_.mean = Floats(cpu, data_.args.mean, unpackedMean_);
    data_.rstd = Floats(cpu, data_.args.rstd, unpackedRstd_);
    if (data_.args.gamma.Defined()) {
      Unpack(cpu, data_.args.gamma, unpackedGamma_);
    } else {
      std::fill_n(unpackedGamma_, data_.args.C, 1.0);
    }
    data_.gamma = unpackedGamma_;
    if (data_.cut.wholeSlabs) {
      const int64_t ranges = CeilDivide(data_.args.C, data_.cut.taskChannels);
      cpu.ParallelFor(data_.cut.slots * ranges,
                      [&](int64_t task) { DoSlabs(task / ranges, task % ranges * data_.cut.taskChannels); });
    } else {
      for (int64_t sample = 0; sample < data_.args.N; sample += data_.cut.waveSamples) {
        for (int64_t channel = 0; channel < data_.args.C; channel += data_.cut.waveChannels) {
          DoWave(cpu, {sample, std::min(data_.cut.waveSamples, data_.args.N - sample), channel,
                       std::min(data_.cut.waveChannels, data_.args.C - channel)});
        }
      }
    }
    if (AsksForChannels(data_.args)) {
      WriteChannels(cpu);
    }
  }

 private:
  template <typename Value>
  static void Unpack(const CpuContext& cpu, const TensorView& view, Value* values) {
    const TileReader reader(view);
    const int64_t elements = view.NumElements();
    cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
      TileBuffer buffer;
      const int64_t end = std::min(elements, (task + 1) * kTaskElements);
      for (int64_t begin = task * kTaskElements; begin < end; begin += kTileElements) {
        const int64_t count = std::min(kTileElements, end - begin);
        std::copy_n(reader.Read(begin, count, buffer), count, values + begin);
      }
    });
  }

  static const float* Floats(const CpuContext& cpu, const TensorView& view, float* unpacked) {
    if (AreFloats(view)) {
      return reinterpret_cast<const float*>(view.data);
    }
    Unpack(cpu, view, unpacked);
    return unpacked;
  }

  // Calls body(task) for tasks of so many elements altogether, on one thread if these are few.
  template <typename Body>
  static void ForEachTask(const CpuContext& cpu, int64_t tasks, int64_t elements, const Body& body) {
    if (elements > kTaskElements) {
      cpu.ParallelFor(tasks, body);
      return;
    }
    for (int64_t task = 0; task < tasks; ++task) {
      body(task);
    }
  }

  // Calls body(region) for the parts of a wave.
  template <typename Body>
  void ForEachRegion(const CpuContext& cpu, const Wave& wave, int64_t taskChannels, int64_t taskPositions,
                     bool backwards, const Body& body) const {
    const int64_t bands = CeilDivide(wave.channels, taskChannels);
    const int64_t pieces = CeilDivide(data_.args.HxW, taskPositions);
    const int64_t tasks = wave.samples * bands * pieces;
    cpu.ParallelFor(tasks, [&](int64_t index) {
      const int64_t task = backwards ? tasks - 1 - index : index;
      // Neighbouring tasks lie side by side in memory.
      const int64_t band = data_.cut.acrossChannels ? task % bands : task / pieces % bands;
      const int64_t piece = data_.cut.acrossChannels ? task / bands % pieces : task % pieces;
      const int64_t channel = band * taskChannels;
      const int64_t position = piece * taskPositions;
      body(Region{wave.sample + task / (bands * pieces), wave.channel + channel,
                  std::min(taskChannels, wave.channels - channel), position,
                  std::min(taskPositions, data_.args.HxW - position)});
    });
  }

  void DoWave(const CpuContext& cpu, const Wave& wave) const {
    ForEachRegion(cpu, wave, data_.cut.taskChannels, data_.cut.taskPositions, false,
                  [&](const Region& region) { KeepSums(region); });
    if (data_.gradInput) {
      CombineSlabs(cpu, wave);
      const int64_t taskChannels = data_.cut.acrossChannels ? data_.args.C : data_.cut.taskChannels;
      const int64_t taskPositions = data_.cut.acrossChannels
                                        ? std::max(int64_t{1}, 4 * kTaskElements / data_.args.C)
                                        : data_.cut.taskPositions;
      // Backwards: what was read last is the most likely to be in a cache still.
      ForEachRegion(cpu, wave, taskChannels, taskPositions, true, [&](const Region& region) {
        writing_.Write(region, slabSums_ + region.sample * data_.args.group, 0);
      });
    }
  }

  // Calls body(channel, channels) for the bands of some whole slabs: whole slabs, as many as there is room
  // for, or a part of one.
  template <typename Body>
  void ForEachBand(int64_t channel, int64_t channels, const Body& body) const {
    const int64_t band = std::max(int64_t{1}, kGroupNormBand / data_.cut.slabRows) * data_.cut.slabRows;
    const int64_t end = channel + channels;
    if (data_.cut.slabRows <= kGroupNormBand) {
      for (; channel < end; channel += band) {
        body(channel, std::min(band, end - channel));
      }
      return;
    }
    data_.ForEachSlab(channel, channels, [&](int64_t first, int64_t rows, int64_t /*slab*/) {
      for (int64_t row = 0; row < rows; row += kGroupNormBand) {
        body(first + row, std::min(kGroupNormBand, rows - row));
      }
    });
  }

  // The sums and gradInput of some whole slabs, for each sample of a slot.
  void DoSlabs(int64_t slot, int64_t channel) const {
    const int64_t channels = std::min(data_.cut.taskChannels, data_.args.C - channel);
    const int64_t end = std::min(data_.args.N, (slot + 1) * data_.cut.slotSamples);
    const int64_t firstSlab = channel / data_.cut.slabRows;
    double* gradients = gradientSums_ + slot * data_.args.C;
    double* products = productSums_ + slot * data_.args.C;
    if (AsksForChannels(data_.args)) {
      std::fill_n(gradients + channel, channels, 0.0);
      std::fill_n(products + channel, channels, 0.0);
    }
    if (data_.args.HxW == 1 && data_.cut.slabRows <= kGroupNormBand && data_.products) {
      for (int64_t sample = slot * data_.cut.slotSamples; sample < end; ++sample) {
        ForEachBand(channel, channels, [&](int64_t first, int64_t count) {
          DoSinglePosition(sample, first, count, gradients + first, products + first);
        });
      }
      return;
    }
    std::array<GroupNormSums, kTaskSlabs> slabSums;
    for (int64_t sample = slot * data_.cut.slotSamples; sample < end; ++sample) {
      std::fill_n(slabSums.begin(), channels / data_.cut.slabRows, GroupNormSums{});
      ForEachBand(channel, channels, [&](int64_t first, int64_t count) {
        GroupNormBandSums sums;
        summation_.SumBand(sample, first, count, sums);
        if (data_.gradInput) {
          AddWeighted(first, count, sums, slabSums.data() + (first / data_.cut.slabRows - firstSlab));
        }
        if (AsksForChannels(data_.args)) {
          AddToChannels(sample, first, count, sums, gradients + first, products + first);
        }
      });
      if (data_.gradInput) {
        writing_.Write({sample, channel, channels, 0, data_.args.HxW}, slabSums.data(), firstSlab);
      }
    }
  }

  // The sums and gradInput of some slabs with one position.
  void DoSinglePosition(int64_t sample, int64_t channel, int64_t channels, double* gradients,
                        double* products) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    const int64_t begin = data_.ElementOf(sample, channel, 0);
    const int64_t slab = sample * data_.args.group + channel / data_.cut.slabRows;
    const bool sums = AsksForChannels(data_.args);
    const GroupNormSinglePosition part{
        .dtype = data_.args.gradOut.dtype,
        .gradOut = data_.gradOut.ReadRaw(begin, channels, gradOutBuffer),
        .input = data_.input.ReadRaw(begin, channels, inputBuffer),
        .gamma = data_.gamma + channel,
        .mean = data_.mean + slab,
        .rstd = data_.rstd + slab,
        .slabRows = data_.cut.slabRows,
        .slabs = channels / data_.cut.slabRows,
        .gradInput = data_.gradInput ? data_.gradInput->PrepareRaw(begin, gradInputBuffer) : nullptr};
    ComputeGroupNormSinglePosition(part, sums ? gradients : nullptr, sums ? products : nullptr);
    if (data_.gradInput) {
      data_.gradInput->WriteRaw(begin, channels, part.gradInput);
    }
  }

  // The sums of parts, kept for later.
  void KeepSums(const Region& region) const {
    GroupNormBandSums sums;
    if (data_.cut.acrossChannels || data_.cut.parts == 1) {
      Summation::ForEachPart(region, [&](const Region& part) {
        summation_.SumPart(part, sums);
        const int64_t at = PartSumsOf(part.sample, part.position / kTileElements) + part.channel;
        std::copy_n(sums.gradients.begin(), part.channels, gradientSums_ + at);
        std::copy_n(sums.products.begin(), part.channels, productSums_ + at);
      });
      return;
    }
    for (int64_t channel = region.channel; channel < region.channel + region.channels; ++channel) {
      summation_.SumParts({region.sample, channel, 1, region.position, region.positions}, sums);
      const int64_t first = region.position / kTileElements;
      for (int64_t part = 0; part < CeilDivide(region.positions, kTileElements); ++part) {
        const int64_t at = PartSumsOf(region.sample, first + part) + channel;
        gradientSums_[at] = sums.gradients[static_cast<size_t>(part)];
        productSums_[at] = sums.products[static_cast<size_t>(part)];
      }
    }
  }

  // Where the sums of channel 0 in a part are kept.
  [[nodiscard]] int64_t PartSumsOf(int64_t sample, int64_t part) const {
    return (sample * data_.cut.parts + part) * data_.args.C;
  }

  // The sums of whole channels, from those of their parts.
  void AddUpParts(int64_t sample, int64_t channel, int64_t channels, GroupNormBandSums& sums) const {
    std::fill_n(sums.gradients.begin(), channels, 0.0);
    std::fill_n(sums.products.begin(), channels, 0.0);
    for (int64_t part = 0; part < data_.cut.parts; ++part) {
      const int64_t at = PartSumsOf(sample, part) + channel;
      AddTo(sums.gradients.data(), gradientSums_ + at, channels);
      AddTo(sums.products.data(), productSums_ + at, channels);
    }
  }

  // Adds the sums of a band, weighted by gamma, to those of its slabs, the first of which is *slabSums.
  void AddWeighted(int64_t channel, int64_t channels, const GroupNormBandSums& sums,
                   GroupNormSums* slabSums) const {
    const int64_t rows = std::min(data_.cut.slabRows, channels);
    std::array<GroupNormSums, kGroupNormBand> weighted;
    WeighGroupNormSlabs(sums, data_.gamma + channel, rows, channels / rows, weighted.data());
    for (int64_t slab = 0; slab < channels / rows; ++slab) {
      slabSums[slab].gradient += weighted[static_cast<size_t>(slab)].gradient;
      slabSums[slab].product += weighted[static_cast<size_t>(slab)].product;
    }
  }

  // Adds the sums of a band to those of its channels.
  void AddToChannels(int64_t sample, int64_t channel, int64_t channels, const GroupNormBandSums& sums,
                     double* gradients, double* products) const {
    GroupNormBandValues normalised;
    data_.Spread(data_.rstd + sample * data_.args.group, channel, channels, normalised);
    MultiplyGroupNormBand(sums.products.data(), channels, normalised);
    AddTo(products, normalised.data(), channels);
    AddTo(gradients, sums.gradients.data(), channels);
  }

  void CombineSlabs(const CpuContext& cpu, const Wave& wave) const {
    const int64_t slabs = wave.channels / data_.cut.slabRows;
    ForEachTask(cpu, wave.samples * slabs, wave.samples * wave.channels * data_.cut.parts, [&](int64_t task) {
      const int64_t sample = wave.sample + task / slabs;
      const int64_t first = wave.channel + task % slabs * data_.cut.slabRows;
      GroupNormSums& slabSums = slabSums_[sample * data_.args.group + first / data_.cut.slabRows];
      slabSums = {};
      ForEachBand(first, data_.cut.slabRows, [&](int64_t channel, int64_t channels) {
        GroupNormBandSums sums;
        AddUpParts(sample, channel, channels, sums);
        AddWeighted(channel, channels, sums, &slabSums);
      });
    });
  }

  // Adds up the channel sums over slots, or over samples and parts.
  void WriteChannels(const CpuContext& cpu) const {
    const int64_t rows = data_.cut.wholeSlabs ? data_.cut.slots : data_.args.N * data_.cut.parts;
    ForEachTask(cpu, CeilDivide(data_.args.C, kTaskChannels), rows * data_.args.C, [&](int64_t task) {
      const int64_t channel = task * kTaskChannels;
      const int64_t channels = std::min(kTaskChannels, data_.args.C - channel);
      std::array<double, kTaskChannels> gradients{};
      std::array<double, kTaskChannels> products{};
      for (int64_t slot = 0; slot < data_.cut.slots; ++slot) {
        if (data_.cut.wholeSlabs) {
          AddTo(gradients.data(), gradientSums_ + slot * data_.args.C + channel, channels);
          AddTo(products.data(), productSums_ + slot * data_.args.C + channel, channels);
          continue;
        }
        std::array<double, kTaskChannels> slotGradients{};
        std::array<double, kTaskChannels> slotProducts{};
        const int64_t end = std::min(data_.args.N, (slot + 1) * data_.cut.slotSamples);
        for (int64_t sample = slot * data_.cut.slotSamples; sample < end; ++sample) {
          GroupNormBandSums sums;
          AddUpParts(sample, channel, channels, sums);
          AddToChannels(sample, channel, channels, sums, slotGradients.data(), slotProducts.data());
        }
        AddTo(gradients.data(), slotGradients.data(), channels);
        AddTo(products.data(), slotProducts.data(), channels);
      }
      if (data_.args.gradGammaOut.Defined()) {
        TileWriter(data_.args.gradGammaOut).Write(channel, channels, products.data());
      }
      if (data_.args.gradBetaOut.Defined()) {
        TileWriter(data_.args.gradBetaOut).Write(channel, channels, gradients.data());
      }
    });
  }

  Data data_;
  const Summation summation_;
  const Writing writing_;
  double* unpackedGamma_;
  float* unpackedMean_;  // only where they do not lie ready to be used
  float* unpackedRstd_;
  GroupNormSums* slabSums_;  // without the last factor rstd of the products; only where slabs are cut
  // Of channels, for each slot, with the factor rstd; or of parts of channels, where slabs are cut.
  double* gradientSums_;
  double* productSums_;
};

Prepared Prepare(const GroupNormBackwardArgs& args) {
  if (!HasWork(args)) {
    return {};
  }
  const auto elements = static_cast<size_t>(args.gradOut.NumElements());
  const size_t gradInputSize = args.gradInput.Defined() ? SizeOf(args.gradInput.dtype) : 0;
  return {.workspaceBytes = Scratch(args, Cut(args, 1)).layout.Bytes(),
          .cost = elements * (SizeOf(args.gradOut.dtype) + SizeOf(args.input.dtype) + gradInputSize)};
}

Status Run(const GroupNormBackwardArgs& args, const Prepared& /*needs*/, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  if (HasWork(args)) {
    GroupNormBackward(args, workspace, cpu.Threads()).Run(cpu);
    return Status::Ok();
  }
  for (const TensorView* gradient : {&args.gradGammaOut, &args.gradBetaOut}) {
    if (gradient->Defined()) {
      FillZero(*gradient);
    }
  }
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:slabs", Prepare);

}  // namespace

constinit const KernelEntry<GroupNormBackwardArgs> kGroupNormBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
