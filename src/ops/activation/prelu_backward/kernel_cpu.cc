// SPDX-License-Identifier: Apache-2.0
//
// self is seen as [samples, channels, positions], with one weight for each channel. Products for gradWeight
// are summed in lanes: position p of a channel goes to lane p modulo kLanes (BFLOAT16: p / 2, as two elements
// share a 32-bit lane), and the lanes are added up at the end. So the sums have the same bits whether vectors
// lie along the positions of a channel or across the channels of a position, which is chosen by where the
// tensors lie in memory.
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/accumulate.h"
#include "kernels/channels.h"
#include "kernels/tiles.h"
#include "ops/activation/prelu_backward/kernel.h"
#include "ops/common/cpu_kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/prelu_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/activation/prelu_backward/loops-inl.h"

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(ComputeChannels);
HWY_EXPORT(ComputePositions);
HWY_EXPORT(StreamTile);

constexpr int64_t kTaskElements = 16 * kTileElements;

// Whether self is a list of channels for each sample, as after a linear layer. The samples then stand for the
// positions of a single one, which makes longer sums and fewer of them.
bool IsFlat(const PreluBackwardArgs& args) {
  return args.weight.NumElements() > 1 && args.self.NumElements() == args.self.dims[0] * args.self.dims[1];
}

ChannelShape ShapeOf(const PreluBackwardArgs& args) {
  const int64_t elements = args.self.NumElements();
  if (args.weight.NumElements() == 1) {
    return {1, 1, elements};
  }
  const int64_t samples = args.self.dims[0];
  const int64_t channels = args.self.dims[1];
  return IsFlat(args) ? ChannelShape{1, channels, samples}
                      : ChannelShape{samples, channels, elements / (samples * channels)};
}

// A tensor as Cut::shape says.
TensorView ViewOf(TensorView view, const PreluBackwardArgs& args) {
  view = BroadcastTo(view, args.self.Dims());
  if (IsFlat(args)) {
    view.rank = 3;
    view.dims = {1, view.dims[1], view.dims[0]};
    view.strides = {0, view.strides[1], view.strides[0]};
  }
  return view;
}

// How the work is cut. What decides the order of sums (all but the tasks) depends on the shape alone. A block
// is some samples, or a part of the positions of one: a channel's elements in a block are summed as one.
struct Cut {
  explicit Cut(const PreluBackwardArgs& args) : shape(ShapeOf(args)) {
    const bool flat = IsFlat(args);
    if (flat) {
      // Vectors always go across the channels: a single lane will do, and leaves room for more channels.
      lanes = 1;
      partPositions = std::max(int64_t{64}, kTaskElements / std::min(shape.channels, kTileElements));
    }
    parts = CeilDivide(shape.positions, partPositions);
    const int64_t bandElements = shape.positions * std::min(shape.channels, Band());
    blockSamples = parts > 1 ? 1 : std::max(int64_t{1}, kTaskElements / bandElements);
    blocks = CeilDivide(shape.samples, blockSamples) * parts;
    acrossChannels = flat || (args.weight.NumElements() > 1 &&
                              (shape.positions < kPreluLanes || ChannelsInnermost(args.gradInput)));
    if (acrossChannels) {
      taskChannels = Band();
    } else if (parts > 1) {
      taskChannels = 1;
    } else {
      taskChannels = std::clamp(kTaskElements / (shape.positions * blockSamples), int64_t{1}, Band());
    }
  }

  // Channels of which lanes are kept at a time: they stay in a level-one cache.
  [[nodiscard]] int64_t Band() const { return kTileElements / lanes; }

  // With one block, the sums of each task are final. With more, partial sums take less than a byte for each
  // element of self.
  [[nodiscard]] bool NeedsPartials() const { return blocks > 1; }

  ChannelShape shape;
  int64_t lanes = kPreluLanes;
  int64_t partPositions = 4 * kTileElements;
  int64_t parts;
  int64_t blockSamples;
  int64_t blocks;
  bool acrossChannels;  // how the tensors are walked
  int64_t taskChannels;
};

struct Block {
  int64_t sample;
  int64_t samples;
  int64_t position;
  int64_t positions;
  int64_t channel;
  int64_t channels;
};

double FoldLanes(const double* lanes, int64_t count, int64_t stride) {
  if (count == 1) {
    return lanes[0];
  }
  static_assert(kPreluLanes == 8);
  return ((lanes[0] + lanes[4 * stride]) + (lanes[2 * stride] + lanes[6 * stride])) +
         ((lanes[stride] + lanes[5 * stride]) + (lanes[3 * stride] + lanes[7 * stride]));
}

// One run of the operator.
class PreluBackward {
 public:
  PreluBackward(const PreluBackwardArgs& args, double* partials)
      : cut_(args),
        dtype_(args.self.dtype),
        gradOutput_(ViewOf(args.gradOutput, args)),
        self_(args.self),
        gradInput_(args.gradInput),
        gradOutputChannels_(ViewOf(args.gradOutput, args), cut_.shape),
        selfChannels_(ViewOf(args.self, args), cut_.shape),
        gradInputChannels_(ViewOf(args.gradInput, args), cut_.shape),
        weight_(args.weight),
        gradWeight_(args.gradWeight),
        partials_(partials) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    const int64_t bands = CeilDivide(cut_.shape.channels, cut_.taskChannels);
    cpu.ParallelFor(cut_.blocks * bands, [&](int64_t task) {
      // Neighbouring tasks lie side by side in memory.
      const bool bandsFirst = cut_.acrossChannels || cut_.parts == 1;
      const int64_t group = task / (bands * cut_.parts);
      const int64_t part = bandsFirst ? task / bands % cut_.parts : task % cut_.parts;
      const int64_t band = bandsFirst ? task % bands : task / cut_.parts % bands;
      Do(group * cut_.parts + part, BlockOf(group, part, band));
    });
    if (cut_.NeedsPartials()) {
      CombinePartials(cpu);
    }
  }

 private:
  [[nodiscard]] Block BlockOf(int64_t group, int64_t part, int64_t band) const {
    const int64_t sample = group * cut_.blockSamples;
    const int64_t position = part * cut_.partPositions;
    const int64_t channel = band * cut_.taskChannels;
    return {.sample = sample,
            .samples = std::min(cut_.blockSamples, cut_.shape.samples - sample),
            .position = position,
            .positions = std::min(cut_.partPositions, cut_.shape.positions - position),
            .channel = channel,
            .channels = std::min(cut_.taskChannels, cut_.shape.channels - channel)};
  }

  void Do(int64_t index, const Block& block) const {
    TileBuffer weightBuffer;
    const float* weights = weight_.Read(block.channel, block.channels, weightBuffer);
    DoubleTileBuffer sums;
    if (cut_.acrossChannels) {
      SumAcrossChannels(block, weights, sums.data());
    } else {
      SumAlongChannels(block, weights, sums.data());
    }
    hwy::FlushStream();
    if (cut_.NeedsPartials()) {
      std::copy_n(sums.begin(), block.channels, partials_ + index * cut_.shape.channels + block.channel);
    } else {
      gradWeight_.Write(block.channel, block.channels, sums.data());
    }
  }

  void SumAlongChannels(const Block& block, const float* weights, double* sums) const {
    const auto compute = HWY_DYNAMIC_DISPATCH(ComputeChannels);
    const auto stream = HWY_DYNAMIC_DISPATCH(StreamTile);
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer gradInputBuffer;
    DoubleTileBuffer lanes;
    std::fill_n(lanes.begin(), block.channels * kPreluLanes, 0.0);
    const bool streaming = gradInput_.StreamsRaw();
    // Several channels where they are whole and short.
    const int64_t columns = std::min(block.positions, kTileElements);
    const int64_t tileChannels = kTileElements / columns;
    for (int64_t sample = block.sample; sample < block.sample + block.samples; ++sample) {
      for (int64_t first = 0; first < block.channels; first += tileChannels) {
        const int64_t rows = std::min(tileChannels, block.channels - first);
        for (int64_t done = 0; done < block.positions; done += columns) {
          const int64_t length = std::min(columns, block.positions - done);
          const int64_t begin =
              (sample * cut_.shape.channels + block.channel + first) * cut_.shape.positions + block.position +
              done;
          const int64_t count = rows * length;
          void* const gradInput = gradInput_.PrepareRaw(begin, gradInputBuffer);
          const PreluTile tile{dtype_,
                               {gradOutput_.ReadRaw(begin, count, gradOutputBuffer), length},
                               {self_.ReadRaw(begin, count, selfBuffer), length},
                               {streaming ? gradInputBuffer.data() : gradInput, length},
                               rows,
                               length};
          compute(tile, weights + first, lanes.data() + first * kPreluLanes);
          if (streaming) {
            stream(tile, {gradInput, length});
          } else {
            gradInput_.WriteRaw(begin, count, gradInput);
          }
        }
      }
    }
    for (int64_t channel = 0; channel < block.channels; ++channel) {
      sums[channel] = FoldLanes(lanes.data() + channel * kPreluLanes, kPreluLanes, 1);
    }
  }

  void SumAcrossChannels(const Block& block, const float* weights, double* sums) const {
    const auto compute = HWY_DYNAMIC_DISPATCH(ComputePositions);
    const auto stream = HWY_DYNAMIC_DISPATCH(StreamTile);
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer gradInputBuffer;
    DoubleTileBuffer lanes{};
    // Of a flat self, some rows at a time.
    const int64_t tileChannels = std::min(block.channels, kTileElements / kPreluRowsAtOnce);
    const int64_t tilePositions = kTileElements / tileChannels;
    for (int64_t sample = block.sample; sample < block.sample + block.samples; ++sample) {
      for (int64_t done = 0; done < block.positions; done += tilePositions) {
        const int64_t position = block.position + done;
        const int64_t positions = std::min(tilePositions, block.positions - done);
        for (int64_t first = 0; first < block.channels; first += tileChannels) {
          const int64_t channel = block.channel + first;
          const int64_t channels = std::min(tileChannels, block.channels - first);
          const ChannelReader::Slice gradOutput(gradOutputChannels_, sample, channel, channels);
          const ChannelReader::Slice self(selfChannels_, sample, channel, channels);
          const ChannelWriter::Slice gradInput(gradInputChannels_, sample, channel, channels);
          const Rows<void*> results = gradInput.PrepareRaw(position, gradInputBuffer);
          const PreluTile tile{
              dtype_,
              gradOutput.Read(position, positions, gradOutputBuffer),
              self.Read(position, positions, selfBuffer),
              gradInput.StreamsRaw() ? Rows<void*>{gradInputBuffer.data(), channels} : results,
              positions,
              channels};
          compute(tile, weights + first, {lanes.data() + first, cut_.Band(), cut_.lanes, done});
          if (gradInput.StreamsRaw()) {
            stream(tile, results);
          } else {
            gradInput.WriteRaw(position, positions, results);
          }
        }
      }
    }
    for (int64_t channel = 0; channel < block.channels; ++channel) {
      sums[channel] = FoldLanes(lanes.data() + channel, cut_.lanes, cut_.Band());
    }
  }

  // Adds up the [blocks, channels] partial sums, each channel's in the order of its blocks.
  void CombinePartials(const backend::cpu::CpuContext& cpu) const {
    const int64_t channels = cut_.shape.channels;
    cpu.ParallelFor(CeilDivide(channels, kTileElements), [&](int64_t task) {
      const int64_t first = task * kTileElements;
      const int64_t count = std::min(kTileElements, channels - first);
      DoubleTileBuffer sums{};
      for (int64_t block = 0; block < cut_.blocks; ++block) {
        AddTo(sums.data(), partials_ + block * channels + first, count);
      }
      gradWeight_.Write(first, count, sums.data());
    });
  }

  const Cut cut_;
  const DType dtype_;
  const TileReader gradOutput_;
  const TileReader self_;
  const TileWriter gradInput_;
  // The same tensors, if they are walked across the channels.
  const ChannelReader gradOutputChannels_;
  const ChannelReader selfChannels_;
  const ChannelWriter gradInputChannels_;
  const TileReader weight_;
  const TileWriter gradWeight_;
  double* partials_;
};

Prepared Prepare(const PreluBackwardArgs& args) {
  if (args.self.Empty()) {
    return {};
  }
  const Cut cut(args);
  const auto partials = static_cast<size_t>(cut.NeedsPartials() ? cut.blocks * cut.shape.channels : 0);
  const auto elements = static_cast<size_t>(args.self.NumElements());
  return {.workspaceBytes = partials * sizeof(double), .cost = 3 * elements * SizeOf(args.self.dtype)};
}

Status Run(const PreluBackwardArgs& args, const Prepared& /*needs*/, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  if (args.self.Empty()) {
    FillZero(args.gradWeight);
    return Status::Ok();
  }
  PreluBackward(args, reinterpret_cast<double*>(workspace)).Run(cpu);
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:tiles", Prepare);

}  // namespace

constinit const KernelEntry<PreluBackwardArgs> kPreluBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
