// SPDX-License-Identifier: Apache-2.0
//
// The tensors are seen as [N, C, HxW]; C / group neighbouring channels of a sample are a slab, which one mean
// and one rstd belong to.
//
// A slab that stays in a core's cache is summed and then written by one task, which reads it from memory
// once. Larger slabs, and slabs too few to keep the cores busy, are cut into parts: the sums of all parts are
// kept, those of each slab combined, then all parts written.
//
// What is added up in which order follows from the shape alone; how the tensors are walked, along the
// positions of a channel or across the channels of a position, from where they lie in memory.
//
// Sums and coefficients are float64, and so is each element until its one rounding: products of inputs from
// anywhere in the float32 range stay far inside float64's, and (x - mean) is exact to its last digits.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/accumulate.h"
#include "ops/common/channels.h"
#include "ops/common/scratch_layout.h"
#include "ops/common/tiles.h"
#include "ops/group_norm_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = GroupNormBackwardArgs;
using backend::cpu::CpuContext;

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// Slabs up to this size are one task if there are enough of them for many cores. Input and gradOut of one
// (FLOAT: 512 KiB) stay in a level-two cache.
constexpr int64_t kCachedElements = 64 * kTileElements;
constexpr int64_t kManySlabs = 64;

// With fewer positions than this, the sums of parts would take too much memory beside the tensors.
constexpr int64_t kFewPositions = 64;

// Slabs of a task.
constexpr int64_t kTaskSlabs = 1024;

// Channels of a task where channels lie side by side: some cache lines of each position.
constexpr int64_t kSideBySide = 64;

constexpr int64_t kLineElements = 16;

// Channels of a task of the last step, which adds up their sums.
constexpr int64_t kTaskChannels = 64;

// Some neighbouring channels of a sample, in some neighbouring positions.
struct Region {
  int64_t sample;
  int64_t channel;
  int64_t channels;
  int64_t position;
  int64_t positions;
};

bool AcrossChannels(const Args& args, const ChannelShape& shape) {
  if (shape.positions == 1) {
    return true;
  }
  const TensorView& output = args.gradInput.Defined() ? args.gradInput : args.input;
  for (const TensorView* view : {&args.gradOut, &args.input, &output}) {
    if (!HasChannelDim(*view, shape)) {
      return false;
    }
  }
  return shape.positions < kGroupNormLanes || ChannelsInnermost(output);
}

// How the work is cut. What decides the order of sums (all but the tasks) depends on the shape alone.
struct Cut {
  explicit Cut(const Args& args)
      : shape{args.N, args.C, args.HxW},
        slabRows(args.C / args.group),
        slabs(args.N * args.group),
        parts(CeilDivide(args.HxW, kTileElements)),
        acrossChannels(AcrossChannels(args, shape)) {
    const int64_t slabElements = slabRows * args.HxW;
    wholeSlabs = args.HxW < kFewPositions || slabElements <= kTaskElements ||
                 (slabElements <= kCachedElements && slabs >= kManySlabs);
    const int64_t sampleElements = args.C * args.HxW;
    slotSamples = wholeSlabs ? std::max(int64_t{1}, kTaskElements / sampleElements) : 1;
    slots = CeilDivide(args.N, slotSamples);
    if (wholeSlabs) {
      const int64_t target = std::max(kTaskElements / args.HxW, acrossChannels ? kSideBySide : 1);
      int64_t taskSlabs = std::clamp(target / slabRows, int64_t{1}, kTaskSlabs);
      if (acrossChannels) {
        // Whole cache lines, if that is not many more.
        const int64_t whole = kLineElements / std::gcd(slabRows, kLineElements);
        const int64_t rounded = CeilDivide(taskSlabs, whole) * whole;
        taskSlabs = rounded * slabRows <= std::max(target, kGroupNormBand) ? rounded : taskSlabs;
      }
      taskChannels = taskSlabs * slabRows;
      taskPositions = args.HxW;
    } else if (acrossChannels) {
      taskChannels = kGroupNormBand;
      taskPositions = kTileElements;
    } else {
      taskChannels = std::clamp(kTaskElements / args.HxW, int64_t{1}, kGroupNormBand);
      taskPositions = kTaskElements;
    }
  }

  ChannelShape shape;
  int64_t slabRows;
  int64_t slabs;
  int64_t parts;        // of the positions: kTileElements each, but for the last
  bool wholeSlabs;      // tasks are whole slabs
  int64_t slotSamples;  // samples whose channel sums one task adds up: more than 1 where samples are small
  int64_t slots;

  bool acrossChannels;  // how the tensors are walked
  int64_t taskChannels;
  int64_t taskPositions;
};

bool AsksForChannels(const Args& args) {
  return args.gradGammaOut.Defined() || args.gradBetaOut.Defined();
}

bool HasWork(const Args& args) {
  return !args.gradOut.Empty() && (args.gradInput.Defined() || AsksForChannels(args));
}

// Where the arrays lie in the workspace.
struct Scratch {
  Scratch(const Args& args, const Cut& cut) {
    const int64_t channelSums = AsksForChannels(args) ? cut.slots * args.C : 0;
    const int64_t sums = cut.wholeSlabs ? channelSums : args.N * cut.parts * args.C;
    gamma = layout.Reserve(args.C, sizeof(double));
    mean = layout.Reserve(cut.slabs, sizeof(double));
    rstd = layout.Reserve(cut.slabs, sizeof(double));
    slabSums =
        layout.Reserve(args.gradInput.Defined() && !cut.wholeSlabs ? cut.slabs : 0, sizeof(GroupNormSums));
    gradients = layout.Reserve(sums, sizeof(double));
    products = layout.Reserve(sums, sizeof(double));
  }

  ScratchLayout layout;
  size_t gamma;
  size_t mean;
  size_t rstd;
  size_t slabSums;
  size_t gradients;
  size_t products;
};

// One run of the operator.
class GroupNormBackward {
 public:
  GroupNormBackward(const Args& args, std::byte* workspace)
      : args_(args),
        cut_(args),
        products_(args.gradInput.Defined() || args.gradGammaOut.Defined()),
        gradOut_(args.gradOut),
        input_(args.input),
        gradOutChannels_(args.gradOut, cut_.shape),
        inputChannels_(args.input, cut_.shape) {
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
      ForEachRegion(cpu, [&](const Region& region) { KeepSums(region); });
      if (gradInput_) {
        CombineSlabs(cpu);
        ForEachRegion(
            cpu, [&](const Region& region) { Write(region, slabSums_ + region.sample * args_.group, 0); });
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

  template <typename Body>
  void ForEachRegion(const CpuContext& cpu, const Body& body) const {
    const int64_t bands = CeilDivide(args_.C, cut_.taskChannels);
    const int64_t pieces = CeilDivide(args_.HxW, cut_.taskPositions);
    cpu.ParallelFor(args_.N * bands * pieces, [&](int64_t task) {
      // Neighbouring tasks lie side by side in memory.
      const int64_t band = cut_.acrossChannels ? task % bands : task / pieces % bands;
      const int64_t piece = cut_.acrossChannels ? task / bands % pieces : task % pieces;
      const int64_t channel = band * cut_.taskChannels;
      const int64_t position = piece * cut_.taskPositions;
      body(Region{task / (bands * pieces), channel, std::min(cut_.taskChannels, args_.C - channel), position,
                  std::min(cut_.taskPositions, args_.HxW - position)});
    });
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
    // Channel by channel where that is the way through memory.
    const int64_t step = cut_.acrossChannels ? channels : 1;
    for (int64_t first = 0; first < channels; first += step) {
      std::fill_n(sums.gradients.begin() + first, step, 0.0);
      std::fill_n(sums.products.begin() + first, step, 0.0);
      ForEachPart({sample, channel + first, step, 0, args_.HxW}, [&](const Region& part) {
        GroupNormBandSums partSums;
        SumPart(part, partSums);
        AddTo(sums.gradients.data() + first, partSums.gradients.data(), step);
        AddTo(sums.products.data() + first, partSums.products.data(), step);
      });
    }
  }

  // The sums of parts, kept for later.
  void KeepSums(const Region& region) const {
    const int64_t step = cut_.acrossChannels || cut_.parts == 1 ? region.channels : 1;
    for (int64_t first = 0; first < region.channels; first += step) {
      ForEachPart({region.sample, region.channel + first, step, region.position, region.positions},
                  [&](const Region& part) {
                    GroupNormBandSums sums;
                    SumPart(part, sums);
                    const int64_t at = PartSumsOf(part.sample, part.position / kTileElements) + part.channel;
                    std::copy_n(sums.gradients.begin(), step, gradientSums_ + at);
                    std::copy_n(sums.products.begin(), step, productSums_ + at);
                  });
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
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    const int64_t tileChannels = kTileElements / part.positions;
    for (int64_t first = 0; first < part.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, part.channels - first);
      const int64_t begin = ElementOf(part.sample, part.channel + first, part.position);
      const int64_t count = channels * part.positions;
      const void* gradOut = gradOut_.ReadRaw(begin, count, gradOutBuffer);
      const void* input = products_ ? input_.ReadRaw(begin, count, inputBuffer) : nullptr;
      ForEachSlab(part.channel + first, channels, [&](int64_t channel, int64_t rows, int64_t slab) {
        const int64_t row = channel - part.channel;
        const GroupNormTile tile = TileOf({gradOut, part.positions}, {input, part.positions},
                                          (row - first) * part.positions, rows, part.positions);
        SumGroupNormRows(tile, mean_[part.sample * args_.group + slab], row, sums);
      });
    }
  }

  void SumAcrossChannels(const Region& part, GroupNormBandSums& sums) const {
    GroupNormBandValues means;
    Spread(mean_ + part.sample * args_.group, part.channel, part.channels, means);
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    const ChannelReader::Slice gradOut(gradOutChannels_, part.sample, part.channel, part.channels);
    const ChannelReader::Slice input(inputChannels_, part.sample, part.channel, part.channels);
    GroupNormLaneSums lanes;
    ClearGroupNormLanes(part.positions, part.channels, lanes);
    const int64_t tilePositions = kTileElements / part.channels;
    for (int64_t done = 0; done < part.positions; done += tilePositions) {
      const int64_t positions = std::min(tilePositions, part.positions - done);
      const auto gradOutRows = gradOut.Read(part.position + done, positions, gradOutBuffer);
      const auto inputRows = products_ ? input.Read(part.position + done, positions, inputBuffer)
                                       : Rows<const void*>{nullptr, 0};
      AddGroupNormPositions(TileOf(gradOutRows, inputRows, 0, positions, part.channels), means.data(),
                            done % kGroupNormLanes, lanes);
    }
    FoldGroupNormLanes(lanes, part.positions, part.channels, sums);
  }

  [[nodiscard]] GroupNormTile TileOf(const Rows<const void*>& gradOut, const Rows<const void*>& input,
                                     int64_t first, int64_t rows, int64_t columns) const {
    const DType dtype = args_.gradOut.dtype;
    const int64_t offset = first * static_cast<int64_t>(SizeOf(dtype));
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

  void CombineSlabs(const CpuContext& cpu) const {
    cpu.ParallelFor(cut_.slabs, [&](int64_t slab) {
      slabSums_[slab] = {};
      const int64_t sample = slab / args_.group;
      ForEachBand(slab % args_.group * cut_.slabRows, cut_.slabRows, [&](int64_t channel, int64_t channels) {
        GroupNormBandSums sums;
        AddUpParts(sample, channel, channels, sums);
        AddWeighted(channel, channels, sums, slabSums_ + slab);
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
    const int64_t tileChannels = std::max(int64_t{1}, kTileElements / region.positions);
    for (int64_t first = 0; first < region.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, region.channels - first);
      ForEachPart(region, [&](const Region& part) {
        const int64_t begin = ElementOf(part.sample, part.channel + first, part.position);
        const int64_t count = channels * part.positions;
        const void* gradOut = gradOut_.ReadRaw(begin, count, gradOutBuffer);
        const void* input = input_.ReadRaw(begin, count, inputBuffer);
        float* gradInput = gradInput_->Prepare(begin, gradInputBuffer);
        ForEachSlab(part.channel + first, channels, [&](int64_t channel, int64_t rows, int64_t slab) {
          const int64_t offset = (channel - part.channel - first) * part.positions;
          ComputeGroupNormRows(
              TileOf({gradOut, part.positions}, {input, part.positions}, offset, rows, part.positions),
              gamma_ + channel, coefficients(slab), gradInput + offset);
        });
        gradInput_->Write(begin, count, gradInput);
      });
    }
  }

  template <typename Coefficients>
  void WriteAcrossChannels(const Region& region, const Coefficients& coefficients) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    const int64_t end = region.channel + region.channels;
    for (int64_t channel = region.channel; channel < end; channel += kGroupNormBand) {
      const int64_t channels = std::min(kGroupNormBand, end - channel);
      const int64_t firstSlab = channel / cut_.slabRows;
      const int64_t slabs = (channel + channels - 1) / cut_.slabRows + 1 - firstSlab;
      std::array<double, kGroupNormBand> constants;
      std::array<double, kGroupNormBand> slopes;
      for (int64_t slab = 0; slab < slabs; ++slab) {
        const GroupNormCoefficients by = coefficients(firstSlab + slab);
        constants[static_cast<size_t>(slab)] = by.constant;
        slopes[static_cast<size_t>(slab)] = by.slope;
      }
      GroupNormBandCoefficients band;
      Spread(rstd_ + region.sample * args_.group, channel, channels, band.scales);
      MultiplyGroupNormBand(gamma_ + channel, channels, band.scales);
      Spread(mean_ + region.sample * args_.group, channel, channels, band.means);
      SpreadGroupNormSlabs(constants.data(), cut_.slabRows, channel % cut_.slabRows, channels,
                           band.constants);
      SpreadGroupNormSlabs(slopes.data(), cut_.slabRows, channel % cut_.slabRows, channels, band.slopes);
      const ChannelReader::Slice gradOut(gradOutChannels_, region.sample, channel, channels);
      const ChannelReader::Slice input(inputChannels_, region.sample, channel, channels);
      const ChannelWriter::Slice gradInput(*gradInputChannels_, region.sample, channel, channels);
      const int64_t tilePositions = kTileElements / channels;
      for (int64_t done = 0; done < region.positions; done += tilePositions) {
        const int64_t position = region.position + done;
        const int64_t positions = std::min(tilePositions, region.positions - done);
        const Rows<float*> rows = gradInput.Prepare(position, gradInputBuffer);
        const GroupNormTile tile =
            TileOf(gradOut.Read(position, positions, gradOutBuffer),
                   input.Read(position, positions, inputBuffer), 0, positions, channels);
        ComputeGroupNormPositions(tile, band, rows.data, rows.stride);
        gradInput.Write(position, positions, rows);
      }
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
        } else {
          GroupNormBandSums sums;
          AddUpParts(slot, channel, channels, sums);
          AddToChannels(slot, channel, channels, sums, gradients.data(), products.data());
        }
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
  return {.workspaceBytes = Scratch(args, Cut(args)).layout.Bytes(),
          .bytes = elements * (SizeOf(args.gradOut.dtype) + SizeOf(args.input.dtype) + gradInputSize)};
}

Status RunGroupNormBackwardCpu(const GroupNormBackwardArgs& args, std::byte* workspace,
                               backend::ExecutionContext& context) {
  if (HasWork(args)) {
    GroupNormBackward(args, workspace).Run(static_cast<const CpuContext&>(context));
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
