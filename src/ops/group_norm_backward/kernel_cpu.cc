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
// inputs from anywhere in the float32 range stay far inside float64's, and (x - mean) is exact to its last
// digits. Elements of half types are float32, which has digits enough for them.
#include <algorithm>
#include <array>
#include <optional>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/accumulate.h"
#include "ops/common/channels.h"
#include "ops/common/tiles.h"
#include "ops/group_norm_backward/kernel.h"
#include "ops/group_norm_backward/kernel_cpu_cut.h"

namespace openaclnn {
namespace {

using group_norm::AsksForChannels;
using group_norm::Cut;
using group_norm::HasWork;
using group_norm::kCachedElements;
using group_norm::kTaskChannels;
using group_norm::kTaskElements;
using group_norm::kTaskSlabs;
using group_norm::kWideBand;
using group_norm::Region;
using group_norm::Scratch;
using group_norm::Wave;
using Args = GroupNormBackwardArgs;
using backend::cpu::CpuContext;

// One run of the operator.
class GroupNormBackward {
 public:
  GroupNormBackward(const Args& args, std::byte* workspace, int threads)
      : args_(args),
        cut_(args, threads),
        products_(args.gradInput.Defined() || args.gradGammaOut.Defined()),
        gradOut_(args.gradOut),
        input_(args.input),
        gradOutChannels_(args.gradOut, cut_.shape),
        inputChannels_(args.input, cut_.shape) {
    const bool inPlace = args.gradOut.Contiguous() && args.input.Contiguous() &&
                         (!args.gradInput.Defined() || args.gradInput.Contiguous());
    tileElements_ = inPlace ? kCachedElements : kTileElements;
    const Scratch scratch(args, cut_);
    gamma_ = reinterpret_cast<double*>(workspace + scratch.gamma);
    mean_ = reinterpret_cast<double*>(workspace + scratch.mean);
    rstd_ = reinterpret_cast<double*>(workspace + scratch.rstd);
    slabSums_ = reinterpret_cast<GroupNormSums*>(workspace + scratch.slabSums);
    gradientSums_ = reinterpret_cast<double*>(workspace + scratch.gradients);
    productSums_ = reinterpret_cast<double*>(workspace + scratch.products);
    if (args.gradInput.Defined()) {
      gradInput_.emplace(args.gradInput);
      gradInputChannels_.emplace(args.gradInput, cut_.shape);
    }
  }

  void Run(const CpuContext& cpu) {
    Unpack(cpu, args_.mean, mean_);
    Unpack(cpu, args_.rstd, rstd_);
    if (args_.gamma.Defined()) {
      Unpack(cpu, args_.gamma, gamma_);
    } else {
      std::fill_n(gamma_, args_.C, 1.0);
    }
    if (cut_.wholeSlabs) {
      const int64_t ranges = CeilDivide(args_.C, cut_.taskChannels);
      cpu.ParallelFor(cut_.slots * ranges,
                      [&](int64_t task) { DoSlabs(task / ranges, task % ranges * cut_.taskChannels); });
    } else {
      for (int64_t sample = 0; sample < args_.N; sample += cut_.waveSamples) {
        for (int64_t channel = 0; channel < args_.C; channel += cut_.waveChannels) {
          DoWave(cpu, {sample, std::min(cut_.waveSamples, args_.N - sample), channel,
                       std::min(cut_.waveChannels, args_.C - channel)});
        }
      }
    }
    if (AsksForChannels(args_)) {
      WriteChannels(cpu);
    }
  }

 private:
  static void Unpack(const CpuContext& cpu, const TensorView& view, double* values) {
    const TileReader reader(view);
    const int64_t elements = view.NumElements();
    cpu.ParallelFor(CeilDivide(elements, kTileElements), [&](int64_t tile) {
      TileBuffer buffer;
      const int64_t begin = tile * kTileElements;
      const int64_t count = std::min(kTileElements, elements - begin);
      std::copy_n(reader.Read(begin, count, buffer), count, values + begin);
    });
  }

  // Calls body(region) for the parts of a wave.
  template <typename Body>
  void ForEachRegion(const CpuContext& cpu, const Wave& wave, int64_t taskChannels, int64_t taskPositions,
                     bool backwards, const Body& body) const {
    const int64_t bands = CeilDivide(wave.channels, taskChannels);
    const int64_t pieces = CeilDivide(args_.HxW, taskPositions);
    const int64_t tasks = wave.samples * bands * pieces;
    cpu.ParallelFor(tasks, [&](int64_t index) {
      const int64_t task = backwards ? tasks - 1 - index : index;
      // Neighbouring tasks lie side by side in memory.
      const int64_t band = cut_.acrossChannels ? task % bands : task / pieces % bands;
      const int64_t piece = cut_.acrossChannels ? task / bands % pieces : task % pieces;
      const int64_t channel = band * taskChannels;
      const int64_t position = piece * taskPositions;
      body(Region{wave.sample + task / (bands * pieces), wave.channel + channel,
                  std::min(taskChannels, wave.channels - channel), position,
                  std::min(taskPositions, args_.HxW - position)});
    });
  }

  void DoWave(const CpuContext& cpu, const Wave& wave) const {
    ForEachRegion(cpu, wave, cut_.taskChannels, cut_.taskPositions, false,
                  [&](const Region& region) { KeepSums(region); });
    if (gradInput_) {
      CombineSlabs(cpu, wave);
      const int64_t taskChannels = cut_.acrossChannels ? args_.C : cut_.taskChannels;
      const int64_t taskPositions =
          cut_.acrossChannels ? std::max(int64_t{1}, 4 * kTaskElements / args_.C) : cut_.taskPositions;
      // Backwards: what was read last is the most likely to be in a cache still.
      ForEachRegion(cpu, wave, taskChannels, taskPositions, true,
                    [&](const Region& region) { Write(region, slabSums_ + region.sample * args_.group, 0); });
    }
  }

  // Calls body(channel, channels, slab of the sample) for the parts of `channels` channels that share a slab.
  template <typename Body>
  void ForEachSlab(int64_t channel, int64_t channels, const Body& body) const {
    const int64_t end = channel + channels;
    while (channel < end) {
      const int64_t slab = channel / cut_.slabRows;
      const int64_t next = std::min(end, (slab + 1) * cut_.slabRows);
      body(channel, next - channel, slab);
      channel = next;
    }
  }

  // Calls body(channel, channels) for the bands of some whole slabs: whole slabs, as many as there is room
  // for, or a part of one.
  template <typename Body>
  void ForEachBand(int64_t channel, int64_t channels, const Body& body) const {
    const int64_t band = std::max(int64_t{1}, kGroupNormBand / cut_.slabRows) * cut_.slabRows;
    const int64_t end = channel + channels;
    if (cut_.slabRows <= kGroupNormBand) {
      for (; channel < end; channel += band) {
        body(channel, std::min(band, end - channel));
      }
      return;
    }
    ForEachSlab(channel, channels, [&](int64_t first, int64_t rows, int64_t /*slab*/) {
      for (int64_t row = 0; row < rows; row += kGroupNormBand) {
        body(first + row, std::min(kGroupNormBand, rows - row));
      }
    });
  }

  // The sums and gradInput of some whole slabs, for each sample of a slot.
  void DoSlabs(int64_t slot, int64_t channel) const {
    const int64_t channels = std::min(cut_.taskChannels, args_.C - channel);
    const int64_t end = std::min(args_.N, (slot + 1) * cut_.slotSamples);
    const int64_t firstSlab = channel / cut_.slabRows;
    double* gradients = gradientSums_ + slot * args_.C;
    double* products = productSums_ + slot * args_.C;
    if (AsksForChannels(args_)) {
      std::fill_n(gradients + channel, channels, 0.0);
      std::fill_n(products + channel, channels, 0.0);
    }
    std::array<GroupNormSums, kTaskSlabs> slabSums;
    for (int64_t sample = slot * cut_.slotSamples; sample < end; ++sample) {
      std::fill_n(slabSums.begin(), channels / cut_.slabRows, GroupNormSums{});
      ForEachBand(channel, channels, [&](int64_t first, int64_t count) {
        GroupNormBandSums sums;
        SumBand(sample, first, count, sums);
        if (gradInput_) {
          AddWeighted(first, count, sums, slabSums.data() + (first / cut_.slabRows - firstSlab));
        }
        if (AsksForChannels(args_)) {
          AddToChannels(sample, first, count, sums, gradients + first, products + first);
        }
      });
      if (gradInput_) {
        Write({sample, channel, channels, 0, args_.HxW}, slabSums.data(), firstSlab);
      }
    }
  }

  // The sums of whole channels.
  void SumBand(int64_t sample, int64_t channel, int64_t channels, GroupNormBandSums& sums) const {
    if (cut_.parts == 1) {
      SumPart({sample, channel, channels, 0, args_.HxW}, sums);
      return;
    }
    std::fill_n(sums.gradients.begin(), channels, 0.0);
    std::fill_n(sums.products.begin(), channels, 0.0);
    GroupNormBandSums partSums;
    if (cut_.acrossChannels) {
      ForEachPart({sample, channel, channels, 0, args_.HxW}, [&](const Region& part) {
        SumPart(part, partSums);
        AddTo(sums.gradients.data(), partSums.gradients.data(), channels);
        AddTo(sums.products.data(), partSums.products.data(), channels);
      });
      return;
    }
    for (int64_t i = 0; i < channels; ++i) {
      SumParts({sample, channel + i, 1, 0, args_.HxW}, partSums);
      for (size_t part = 0; part < static_cast<size_t>(cut_.parts); ++part) {
        sums.gradients[static_cast<size_t>(i)] += partSums.gradients[part];
        sums.products[static_cast<size_t>(i)] += partSums.products[part];
      }
    }
  }

  // The sums of parts, kept for later.
  void KeepSums(const Region& region) const {
    GroupNormBandSums sums;
    if (cut_.acrossChannels || cut_.parts == 1) {
      ForEachPart(region, [&](const Region& part) {
        SumPart(part, sums);
        const int64_t at = PartSumsOf(part.sample, part.position / kTileElements) + part.channel;
        std::copy_n(sums.gradients.begin(), part.channels, gradientSums_ + at);
        std::copy_n(sums.products.begin(), part.channels, productSums_ + at);
      });
      return;
    }
    for (int64_t channel = region.channel; channel < region.channel + region.channels; ++channel) {
      SumParts({region.sample, channel, 1, region.position, region.positions}, sums);
      const int64_t first = region.position / kTileElements;
      for (int64_t part = 0; part < CeilDivide(region.positions, kTileElements); ++part) {
        const int64_t at = PartSumsOf(region.sample, first + part) + channel;
        gradientSums_[at] = sums.gradients[static_cast<size_t>(part)];
        productSums_[at] = sums.products[static_cast<size_t>(part)];
      }
    }
  }

  template <typename Body>
  static void ForEachPart(const Region& region, const Body& body) {
    const int64_t end = region.position + region.positions;
    for (int64_t position = region.position; position < end; position += kTileElements) {
      body(Region{region.sample, region.channel, region.channels, position,
                  std::min(kTileElements, end - position)});
    }
  }

  // Where the sums of channel 0 in a part are kept.
  [[nodiscard]] int64_t PartSumsOf(int64_t sample, int64_t part) const {
    return (sample * cut_.parts + part) * args_.C;
  }

  // The sums of whole channels, from those of their parts.
  void AddUpParts(int64_t sample, int64_t channel, int64_t channels, GroupNormBandSums& sums) const {
    std::fill_n(sums.gradients.begin(), channels, 0.0);
    std::fill_n(sums.products.begin(), channels, 0.0);
    for (int64_t part = 0; part < cut_.parts; ++part) {
      const int64_t at = PartSumsOf(sample, part) + channel;
      AddTo(sums.gradients.data(), gradientSums_ + at, channels);
      AddTo(sums.products.data(), productSums_ + at, channels);
    }
  }

  // The sums of the channels of a band in one part.
  void SumPart(const Region& part, GroupNormBandSums& sums) const {
    if (cut_.acrossChannels) {
      SumAcrossChannels(part, sums);
    } else {
      SumAlongChannels(part, sums);
    }
  }

  void SumAlongChannels(const Region& part, GroupNormBandSums& sums) const {
    const int64_t tileChannels = tileElements_ / part.positions;
    for (int64_t first = 0; first < part.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, part.channels - first);
      SumRows({part.sample, part.channel + first, channels, part.position, part.positions}, part.positions,
              sums.gradients.data() + first, sums.products.data() + first);
    }
  }

  // The sums of each part of one channel: at most kGroupNormBand parts.
  void SumParts(const Region& region, GroupNormBandSums& sums) const {
    const int64_t end = region.position + region.positions;
    const int64_t step = tileElements_ / kTileElements * kTileElements;
    for (int64_t position = region.position; position < end; position += step) {
      const auto part = static_cast<size_t>((position - region.position) / kTileElements);
      SumRows({region.sample, region.channel, 1, position, std::min(step, end - position)}, kTileElements,
              sums.gradients.data() + part, sums.products.data() + part);
    }
  }

  // The sums of rows of `columns` positions, the last one of which may be shorter: whole channels or the
  // parts of one, which lie side by side.
  void SumRows(const Region& region, int64_t columns, double* gradients, double* products) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    const int64_t begin = ElementOf(region.sample, region.channel, region.position);
    const int64_t count = region.channels * region.positions;
    const void* gradOut = gradOut_.ReadRaw(begin, count, gradOutBuffer);
    const void* input = products_ ? input_.ReadRaw(begin, count, inputBuffer) : nullptr;
    int64_t row = 0;
    ForEachSlab(region.channel, region.channels, [&](int64_t /*channel*/, int64_t channels, int64_t slab) {
      const double mean = mean_[region.sample * args_.group + slab];
      const auto sum = [&](int64_t rows, int64_t rowColumns) {
        SumGroupNormRows(TileOf({gradOut, columns}, {input, columns}, row * columns, rows, rowColumns), mean,
                         gradients + row, products + row);
        row += rows;
      };
      const int64_t elements = channels * region.positions;
      if (elements >= columns) {
        sum(elements / columns, columns);
      }
      if (elements % columns > 0) {
        sum(1, elements % columns);
      }
    });
  }

  void SumAcrossChannels(const Region& part, GroupNormBandSums& sums) const {
    GroupNormBandValues means;
    Spread(mean_ + part.sample * args_.group, part.channel, part.channels, means);
    GroupNormLaneSums lanes;
    if (args_.gradOut.dtype == DType::kFloat || part.positions < kGroupNormFewPositions) {
      AddToLanes(part, means, false, lanes);
      FoldGroupNormLanes(lanes, part.positions, part.channels, sums);
      return;
    }
    AddToLanes(part, means, true, lanes);
    std::array<bool, kGroupNormBand> sure;
    if (FoldGroupNormHalfLanes(lanes, means.data(), part.channels, products_, sums, sure.data())) {
      return;
    }
    AddToLanes(part, means, false, lanes);
    GroupNormBandSums inDouble;
    FoldGroupNormLanes(lanes, part.positions, part.channels, inDouble);
    for (size_t i = 0; i < static_cast<size_t>(part.channels); ++i) {
      if (!sure[i]) {
        sums.gradients[i] = inDouble.gradients[i];
        sums.products[i] = inDouble.products[i];
      }
    }
  }

  void AddToLanes(const Region& part, const GroupNormBandValues& means, bool asHalf,
                  GroupNormLaneSums& lanes) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    const ChannelReader::Slice gradOut(gradOutChannels_, part.sample, part.channel, part.channels);
    const ChannelReader::Slice input(inputChannels_, part.sample, part.channel, part.channels);
    ClearGroupNormLanes(part.positions, part.channels, lanes);
    const int64_t tilePositions = kTileElements / part.channels;
    for (int64_t done = 0; done < part.positions; done += tilePositions) {
      const int64_t positions = std::min(tilePositions, part.positions - done);
      const auto gradOutRows = gradOut.Read(part.position + done, positions, gradOutBuffer);
      const auto inputRows = products_ ? input.Read(part.position + done, positions, inputBuffer)
                                       : Rows<const void*>{nullptr, 0};
      AddGroupNormPositions(TileOf(gradOutRows, inputRows, 0, positions, part.channels), means.data(), done,
                            asHalf, lanes);
    }
  }

  [[nodiscard]] int64_t ElementSize() const { return static_cast<int64_t>(SizeOf(args_.gradOut.dtype)); }

  [[nodiscard]] GroupNormTile TileOf(const Rows<const void*>& gradOut, const Rows<const void*>& input,
                                     int64_t first, int64_t rows, int64_t columns) const {
    const DType dtype = args_.gradOut.dtype;
    const int64_t offset = first * ElementSize();
    return {dtype,
            static_cast<const std::byte*>(gradOut.data) + offset,
            input.data == nullptr ? nullptr : static_cast<const std::byte*>(input.data) + offset,
            gradOut.stride,
            input.stride,
            rows,
            columns};
  }

  [[nodiscard]] int64_t ElementOf(int64_t sample, int64_t channel, int64_t position) const {
    return (sample * args_.C + channel) * args_.HxW + position;
  }

  // Adds the sums of a band, weighted by gamma, to those of its slabs, the first of which is *slabSums.
  void AddWeighted(int64_t channel, int64_t channels, const GroupNormBandSums& sums,
                   GroupNormSums* slabSums) const {
    const int64_t rows = std::min(cut_.slabRows, channels);
    std::array<GroupNormSums, kGroupNormBand> weighted;
    WeighGroupNormSlabs(sums, gamma_ + channel, rows, channels / rows, weighted.data());
    for (int64_t slab = 0; slab < channels / rows; ++slab) {
      slabSums[slab].gradient += weighted[static_cast<size_t>(slab)].gradient;
      slabSums[slab].product += weighted[static_cast<size_t>(slab)].product;
    }
  }

  // Adds the sums of a band to those of its channels.
  void AddToChannels(int64_t sample, int64_t channel, int64_t channels, const GroupNormBandSums& sums,
                     double* gradients, double* products) const {
    GroupNormBandValues normalised;
    Spread(rstd_ + sample * args_.group, channel, channels, normalised);
    MultiplyGroupNormBand(sums.products.data(), channels, normalised);
    AddTo(products, normalised.data(), channels);
    AddTo(gradients, sums.gradients.data(), channels);
  }

  // The value of each channel's slab, from those of a sample's slabs.
  void Spread(const double* slabValues, int64_t channel, int64_t channels,
              GroupNormBandValues& values) const {
    SpreadGroupNormSlabs(slabValues + channel / cut_.slabRows, cut_.slabRows, channel % cut_.slabRows,
                         channels, values);
  }

  void CombineSlabs(const CpuContext& cpu, const Wave& wave) const {
    const int64_t slabs = wave.channels / cut_.slabRows;
    cpu.ParallelFor(wave.samples * slabs, [&](int64_t task) {
      const int64_t sample = wave.sample + task / slabs;
      const int64_t first = wave.channel + task % slabs * cut_.slabRows;
      GroupNormSums& slabSums = slabSums_[sample * args_.group + first / cut_.slabRows];
      slabSums = {};
      ForEachBand(first, cut_.slabRows, [&](int64_t channel, int64_t channels) {
        GroupNormBandSums sums;
        AddUpParts(sample, channel, channels, sums);
        AddWeighted(channel, channels, sums, &slabSums);
      });
    });
  }

  // Writes gradInput. `slabSums` are those of the sample's slabs from `firstSlab` on.
  void Write(const Region& region, const GroupNormSums* slabSums, int64_t firstSlab) const {
    const auto coefficients = [=, this](int64_t slab) {
      const int64_t at = region.sample * args_.group + slab;
      const double share = 1.0 / static_cast<double>(cut_.slabRows * args_.HxW);
      const GroupNormSums& sums = slabSums[slab - firstSlab];
      const double rstd = rstd_[at];
      return GroupNormCoefficients{.mean = mean_[at],
                                   .rstd = rstd,
                                   .constant = rstd * sums.gradient * share,
                                   .slope = rstd * rstd * (rstd * sums.product) * share};
    };
    if (cut_.acrossChannels) {
      WriteAcrossChannels(region, coefficients);
    } else {
      WriteAlongChannels(region, coefficients);
    }
  }

  template <typename Coefficients>
  void WriteAlongChannels(const Region& region, const Coefficients& coefficients) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    // Several channels where they are whole and short.
    const int64_t columns = std::min(region.positions, tileElements_);
    const int64_t tileChannels = tileElements_ / columns;
    const Stores stores = args_.gradInput.Contiguous() ? StoresFor(args_.gradInput) : Stores::kCached;
    for (int64_t first = 0; first < region.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, region.channels - first);
      for (int64_t done = 0; done < region.positions; done += columns) {
        const int64_t length = std::min(columns, region.positions - done);
        const int64_t begin = ElementOf(region.sample, region.channel + first, region.position + done);
        const int64_t count = channels * length;
        const void* gradOut = gradOut_.ReadRaw(begin, count, gradOutBuffer);
        const void* input = input_.ReadRaw(begin, count, inputBuffer);
        void* gradInput = gradInput_->PrepareRaw(begin, gradInputBuffer);
        ForEachSlab(region.channel + first, channels, [&](int64_t channel, int64_t rows, int64_t slab) {
          const int64_t offset = (channel - region.channel - first) * length;
          WriteGroupNormRows(TileOf({gradOut, length}, {input, length}, offset, rows, length),
                             gamma_ + channel, coefficients(slab),
                             static_cast<std::byte*>(gradInput) + offset * ElementSize(), stores);
        });
        gradInput_->WriteRaw(begin, count, gradInput);
      }
    }
  }

  template <typename Coefficients>
  void WriteAcrossChannels(const Region& region, const Coefficients& coefficients) const {
    const int64_t end = region.channel + region.channels;
    for (int64_t channel = region.channel; channel < end; channel += kWideBand) {
      Region wide = region;
      wide.channel = channel;
      wide.channels = std::min(kWideBand, end - channel);
      WriteWideBand(wide, coefficients);
    }
  }

  // At most kWideBand channels: long pieces of each position, so that memory is read and written in its
  // order.
  template <typename Coefficients>
  void WriteWideBand(const Region& region, const Coefficients& coefficients) const {
    std::array<GroupNormBandCoefficients, kWideBand / kGroupNormBand> bands;
    for (int64_t first = 0; first < region.channels; first += kGroupNormBand) {
      SetCoefficients(region.sample, region.channel + first,
                      std::min(kGroupNormBand, region.channels - first), coefficients,
                      bands[static_cast<size_t>(first / kGroupNormBand)]);
    }
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    const ChannelReader::Slice gradOut(gradOutChannels_, region.sample, region.channel, region.channels);
    const ChannelReader::Slice input(inputChannels_, region.sample, region.channel, region.channels);
    const ChannelWriter::Slice gradInput(*gradInputChannels_, region.sample, region.channel, region.channels);
    const int64_t tilePositions = kTileElements / region.channels;
    for (int64_t done = 0; done < region.positions; done += tilePositions) {
      const int64_t position = region.position + done;
      const int64_t positions = std::min(tilePositions, region.positions - done);
      const auto gradOutRows = gradOut.Read(position, positions, gradOutBuffer);
      const auto inputRows = input.Read(position, positions, inputBuffer);
      const Rows<float*> rows = gradInput.Prepare(position, gradInputBuffer);
      for (int64_t first = 0; first < region.channels; first += kGroupNormBand) {
        const int64_t channels = std::min(kGroupNormBand, region.channels - first);
        ComputeGroupNormPositions(TileOf(gradOutRows, inputRows, first, positions, channels),
                                  bands[static_cast<size_t>(first / kGroupNormBand)], rows.data + first,
                                  rows.stride);
      }
      gradInput.Write(position, positions, rows);
    }
  }

  template <typename Coefficients>
  void SetCoefficients(int64_t sample, int64_t channel, int64_t channels, const Coefficients& coefficients,
                       GroupNormBandCoefficients& band) const {
    const int64_t firstSlab = channel / cut_.slabRows;
    const int64_t slabs = (channel + channels - 1) / cut_.slabRows + 1 - firstSlab;
    std::array<double, kGroupNormBand> constants;
    std::array<double, kGroupNormBand> slopes;
    for (int64_t slab = 0; slab < slabs; ++slab) {
      const GroupNormCoefficients by = coefficients(firstSlab + slab);
      constants[static_cast<size_t>(slab)] = by.constant;
      slopes[static_cast<size_t>(slab)] = by.slope;
    }
    Spread(rstd_ + sample * args_.group, channel, channels, band.scales);
    MultiplyGroupNormBand(gamma_ + channel, channels, band.scales);
    Spread(mean_ + sample * args_.group, channel, channels, band.means);
    const int64_t row = channel % cut_.slabRows;
    SpreadGroupNormSlabs(constants.data(), cut_.slabRows, row, channels, band.constants);
    SpreadGroupNormSlabs(slopes.data(), cut_.slabRows, row, channels, band.slopes);
    if (args_.gradOut.dtype != DType::kFloat) {
      RoundGroupNormCoefficients(channels, band);
    }
  }

  // Adds up the channel sums over slots, or over samples and parts.
  void WriteChannels(const CpuContext& cpu) const {
    cpu.ParallelFor(CeilDivide(args_.C, kTaskChannels), [&](int64_t task) {
      const int64_t channel = task * kTaskChannels;
      const int64_t channels = std::min(kTaskChannels, args_.C - channel);
      std::array<double, kTaskChannels> gradients{};
      std::array<double, kTaskChannels> products{};
      for (int64_t slot = 0; slot < cut_.slots; ++slot) {
        if (cut_.wholeSlabs) {
          AddTo(gradients.data(), gradientSums_ + slot * args_.C + channel, channels);
          AddTo(products.data(), productSums_ + slot * args_.C + channel, channels);
          continue;
        }
        std::array<double, kTaskChannels> slotGradients{};
        std::array<double, kTaskChannels> slotProducts{};
        const int64_t end = std::min(args_.N, (slot + 1) * cut_.slotSamples);
        for (int64_t sample = slot * cut_.slotSamples; sample < end; ++sample) {
          GroupNormBandSums sums;
          AddUpParts(sample, channel, channels, sums);
          AddToChannels(sample, channel, channels, sums, slotGradients.data(), slotProducts.data());
        }
        AddTo(gradients.data(), slotGradients.data(), channels);
        AddTo(products.data(), slotProducts.data(), channels);
      }
      if (args_.gradGammaOut.Defined()) {
        TileWriter(args_.gradGammaOut).Write(channel, channels, products.data());
      }
      if (args_.gradBetaOut.Defined()) {
        TileWriter(args_.gradBetaOut).Write(channel, channels, gradients.data());
      }
    });
  }

  const Args& args_;
  const Cut cut_;
  const bool products_;  // whether input is needed: gradBetaOut alone does without
  const TileReader gradOut_;
  const TileReader input_;
  std::optional<TileWriter> gradInput_;
  // The same tensors, if they are walked across the channels.
  const ChannelReader gradOutChannels_;
  const ChannelReader inputChannels_;
  std::optional<ChannelWriter> gradInputChannels_;
  int64_t tileElements_;  // of a tile along channels: more than fit a buffer where none is needed
  double* gamma_;
  double* mean_;
  double* rstd_;
  GroupNormSums* slabSums_;  // without the last factor rstd of the products; only where slabs are cut
  // Of channels, for each slot, with the factor rstd; or of parts of channels, where slabs are cut.
  double* gradientSums_;
  double* productSums_;
};

}  // namespace

Plan PlanGroupNormBackwardCpu(const GroupNormBackwardArgs& args) {
  if (!HasWork(args)) {
    return {};
  }
  const auto elements = static_cast<size_t>(args.gradOut.NumElements());
  const size_t gradInputSize = args.gradInput.Defined() ? SizeOf(args.gradInput.dtype) : 0;
  return {.workspaceBytes = Scratch(args, Cut(args, 1)).layout.Bytes(),
          .bytes = elements * (SizeOf(args.gradOut.dtype) + SizeOf(args.input.dtype) + gradInputSize)};
}

Status RunGroupNormBackwardCpu(const GroupNormBackwardArgs& args, std::byte* workspace,
                               backend::ExecutionContext& context) {
  if (HasWork(args)) {
    const auto& cpu = static_cast<const CpuContext&>(context);
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

}  // namespace openaclnn
