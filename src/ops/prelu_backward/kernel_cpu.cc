// SPDX-License-Identifier: Apache-2.0
//
// self is seen as [samples, channels, positions], with one weight for each channel. Products for gradWeight
// are summed in lanes: position p of a channel goes to lane p modulo kLanes (BFLOAT16: p / 2, as two elements
// share a 32-bit lane), and the lanes are added up at the end. So the sums have the same bits whether vectors
// lie along the positions of a channel or across the channels of a position, which is chosen by where the
// tensors lie in memory.
#include <algorithm>
#include <array>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/accumulate.h"
#include "ops/common/channels.h"
#include "ops/common/tiles.h"
#include "ops/prelu_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/prelu_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"
#include "base/streaming-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kPreluLanes;

template <class Format>
constexpr int64_t LaneOf(int64_t position) {
  return (std::is_same_v<Format, Bfloat16> ? position / 2 : position) % kLanes;
}

// gradOutput * self where self is not positive, else 0: both factors of the others may be infinite or NaN.
// Exact in float64. So is that of two halves in float32, unless it leaves the range: above it, float64 takes
// over; what it loses below it is nothing to a half.
template <class Format, class D>
HWY_INLINE hn::Vec<hn::Rebind<double, D>> Leaked(D floats, hn::Vec<D> gradient, hn::Vec<D> input,
                                                 hn::Mask<D> positive) {
  const hn::Rebind<double, D> doubles;
  const auto inDouble = [=]() HWY_ATTR {
    return hn::Mul(hn::PromoteTo(doubles, hn::IfThenZeroElse(positive, gradient)),
                   hn::PromoteTo(doubles, hn::IfThenZeroElse(positive, input)));
  };
  if constexpr (std::is_same_v<Format, Float32>) {
    return inDouble();
  } else {
    const auto product = hn::IfThenZeroElse(positive, hn::Mul(gradient, input));
    const auto promoted = hn::PromoteTo(doubles, product);
    if constexpr (std::is_same_v<Format, Bfloat16>) {
      if (HWY_UNLIKELY(!hn::AllTrue(floats, hn::Lt(hn::Abs(product), hn::Inf(floats))))) {
        const auto inRange = hn::Lt(hn::Abs(promoted), hn::Inf(doubles));
        return hn::IfThenElse(inRange, promoted, inDouble());
      }
    }
    return promoted;
  }
}

// One multiplication, by exactly 1 where self is positive.
template <class D>
HWY_INLINE hn::Vec<D> GradInput(D floats, hn::Vec<D> gradient, hn::Mask<D> positive, hn::Vec<D> weight) {
  return hn::Mul(gradient, hn::IfThenElse(positive, hn::Set(floats, 1.0F), weight));
}

// Stores gradInput; returns the products for gradWeight.
template <class Format, class D>
HWY_INLINE hn::Vec<hn::Rebind<double, D>> ComputeVector(D floats, const typename Format::Element* gradOutput,
                                                        const typename Format::Element* self,
                                                        hn::Vec<D> weight,
                                                        typename Format::Element* gradInput) {
  const auto gradient = Format::Load(floats, gradOutput);
  const auto input = Format::Load(floats, self);
  const auto positive = hn::Gt(input, hn::Zero(floats));
  Format::Store(floats, GradInput(floats, gradient, positive, weight), gradInput);
  return Leaked<Format>(floats, gradient, input, positive);
}

// The rows of a tile, in the type of Format.
template <class Element>
struct TileRows {
  explicit TileRows(const PreluTile& tile)
      : gradOutput{static_cast<const Element*>(tile.gradOutput.data), tile.gradOutput.stride},
        self{static_cast<const Element*>(tile.self.data), tile.self.stride},
        gradInput{static_cast<Element*>(tile.gradInput.data), tile.gradInput.stride} {}

  Rows<const Element*> gradOutput;
  Rows<const Element*> self;
  Rows<Element*> gradInput;
};

template <class D>
HWY_INLINE bool AllFinite(D floats, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Rebind<uint32_t, D> bits;
  const auto largest = hn::Max(hn::BitCast(bits, hn::Abs(a)), hn::BitCast(bits, hn::Abs(b)));
  return hn::AllTrue(floats, hn::Lt(hn::BitCast(floats, largest), hn::Inf(floats)));
}

// Elements of a channel, in vectors; returns how many.
template <class Format, class D64>
int64_t ComputeRun(D64 doubles, const typename Format::Element* gradOutput,
                   const typename Format::Element* self, float weight, int64_t count,
                   typename Format::Element* out, double* lanes) {
  const hn::Rebind<float, D64> floats;
  constexpr auto kVectorLanes = static_cast<int64_t>(hn::MaxLanes(D64()));
  constexpr size_t kVectors = kLanes / kVectorLanes;
  hn::Vec<D64> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    sums[v] = hn::LoadU(doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t at = i + static_cast<int64_t>(v) * kVectorLanes;
      sums[v] = hn::Add(sums[v], ComputeVector<Format>(floats, gradOutput + at, self + at,
                                                       hn::Set(floats, weight), out + at));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(sums[v], doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  return i;
}

#if HWY_TARGET != HWY_SCALAR
// The same for BFLOAT16, by pairs.
template <class D64>
int64_t ComputePairs(D64 doubles, const uint16_t* gradOutput, const uint16_t* self, float weight,
                     int64_t count, uint16_t* out, double* lanes) {
  const hn::Repartition<float, D64> floats;
  const hn::Half<decltype(floats)> half;
  constexpr auto kVectorLanes = static_cast<int64_t>(hn::MaxLanes(D64()));
  constexpr size_t kVectors = kLanes / kVectorLanes;
  constexpr int64_t kPairs = std::max(kLanes, 2 * kVectorLanes);
  const auto weights = hn::Set(floats, weight);
  hn::Vec<D64> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    sums[v] = hn::LoadU(doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  int64_t i = 0;
  for (; i + 2 * kPairs <= count; i += 2 * kPairs) {
    for (int64_t pair = 0; pair < kPairs; pair += 2 * kVectorLanes) {
      const int64_t at = i + 2 * pair;
      const auto gradient = Bfloat16::LoadPairs(floats, gradOutput + at);
      const auto input = Bfloat16::LoadPairs(floats, self + at);
      const auto evenPositive = hn::Gt(input.even, hn::Zero(floats));
      const auto oddPositive = hn::Gt(input.odd, hn::Zero(floats));
      Bfloat16::StorePairs(floats,
                           {GradInput(floats, gradient.even, evenPositive, weights),
                            GradInput(floats, gradient.odd, oddPositive, weights)},
                           out + at);
      auto& lower = sums[static_cast<size_t>(pair / kVectorLanes) % kVectors];
      auto& upper = sums[static_cast<size_t>(pair / kVectorLanes + 1) % kVectors];
      const auto even = hn::IfThenZeroElse(evenPositive, hn::Mul(gradient.even, input.even));
      const auto odd = hn::IfThenZeroElse(oddPositive, hn::Mul(gradient.odd, input.odd));
      if (HWY_LIKELY(AllFinite(floats, even, odd))) {
        lower = hn::Add(lower, hn::PromoteTo(doubles, hn::LowerHalf(half, even)));
        lower = hn::Add(lower, hn::PromoteTo(doubles, hn::LowerHalf(half, odd)));
        upper = hn::Add(upper, hn::PromoteTo(doubles, hn::UpperHalf(half, even)));
        upper = hn::Add(upper, hn::PromoteTo(doubles, hn::UpperHalf(half, odd)));
      } else {
        const auto lowerHalf = [=](auto vector) HWY_ATTR { return hn::LowerHalf(half, vector); };
        const auto upperHalf = [=](auto vector) HWY_ATTR { return hn::UpperHalf(half, vector); };
        const auto leaked = [=](auto part, const auto& g, const auto& x) HWY_ATTR {
          const auto gradients = part(g);
          const auto inputs = part(x);
          return Leaked<Bfloat16>(half, gradients, inputs, hn::Gt(inputs, hn::Zero(half)));
        };
        lower = hn::Add(lower, leaked(lowerHalf, gradient.even, input.even));
        lower = hn::Add(lower, leaked(lowerHalf, gradient.odd, input.odd));
        upper = hn::Add(upper, leaked(upperHalf, gradient.even, input.even));
        upper = hn::Add(upper, leaked(upperHalf, gradient.odd, input.odd));
      }
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(sums[v], doubles, lanes + static_cast<int64_t>(v) * kVectorLanes);
  }
  return i;
}
#endif

// Rows are channels: lanes[row][lane].
template <class Format>
void ComputeChannelsOf(const PreluTile& tile, const float* weights, double* lanes) {
  const hn::CappedTag<double, kLanes> doubles;
  const hn::CappedTag<float, 1> one;
  const TileRows<typename Format::Element> rows(tile);
  for (int64_t row = 0; row < tile.rows; ++row, lanes += kLanes) {
    const auto* gradOutput = rows.gradOutput.data + row * rows.gradOutput.stride;
    const auto* self = rows.self.data + row * rows.self.stride;
    auto* out = rows.gradInput.data + row * rows.gradInput.stride;
    int64_t i = 0;
    if constexpr (!std::is_same_v<Format, Bfloat16>) {
      i = ComputeRun<Format>(doubles, gradOutput, self, weights[row], tile.columns, out, lanes);
    } else {
#if HWY_TARGET != HWY_SCALAR
      i = ComputePairs(doubles, gradOutput, self, weights[row], tile.columns, out, lanes);
      i += ComputePairs(hn::CappedTag<double, kLanes / 2>(), gradOutput + i, self + i, weights[row],
                        tile.columns - i, out + i, lanes);
#endif
    }
    for (; i < tile.columns; ++i) {
      lanes[LaneOf<Format>(i)] += hn::GetLane(
          ComputeVector<Format>(one, gradOutput + i, self + i, hn::Set(one, weights[row]), out + i));
    }
  }
}

// kRows rows of one lane, whose sums are loaded and stored once.
template <class Format, int64_t kRows>
void ComputeRows(const TileRows<typename Format::Element>& rows, int64_t row, int64_t columns,
                 const float* weights, double* sums) {
  const auto* gradOutput = rows.gradOutput.data + row * rows.gradOutput.stride;
  const auto* self = rows.self.data + row * rows.self.stride;
  auto* out = rows.gradInput.data + row * rows.gradInput.stride;
  ForEachVector(
      hn::Rebind<float, hn::CappedTag<double, kLanes>>(), columns, [=](auto floats, int64_t i) HWY_ATTR {
        const hn::Rebind<double, decltype(floats)> doubles;
        const auto weight = hn::LoadU(floats, weights + i);
        auto sum = hn::LoadU(doubles, sums + i);
        for (int64_t r = 0; r < kRows; ++r) {
          sum = hn::Add(sum, ComputeVector<Format>(floats, gradOutput + r * rows.gradOutput.stride + i,
                                                   self + r * rows.self.stride + i, weight,
                                                   out + r * rows.gradInput.stride + i));
        }
        hn::StoreU(sum, doubles, sums + i);
      });
}

// Rows are positions: sums[lane][channel of a band].
template <class Format>
void ComputePositionsOf(const PreluTile& tile, const float* weights, const PreluLanes& lanes) {
  const TileRows<typename Format::Element> rows(tile);
  int64_t row = 0;
  if (lanes.count == 1) {
    for (; row + kPreluRowsAtOnce <= tile.rows; row += kPreluRowsAtOnce) {
      ComputeRows<Format, kPreluRowsAtOnce>(rows, row, tile.columns, weights, lanes.sums);
    }
  }
  for (; row < tile.rows; ++row) {
    const int64_t lane = lanes.count == 1 ? 0 : LaneOf<Format>(lanes.position + row);
    ComputeRows<Format, 1>(rows, row, tile.columns, weights, lanes.sums + lane * lanes.stride);
  }
}

void ComputeChannels(const PreluTile& tile, const float* weights, double* lanes) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { ComputeChannelsOf<decltype(format)>(tile, weights, lanes); });
}

void ComputePositions(const PreluTile& tile, const float* weights, const PreluLanes& lanes) {
  VisitFormat(tile.dtype,
              [&](auto format) HWY_ATTR { ComputePositionsOf<decltype(format)>(tile, weights, lanes); });
}

// What was computed at tile.gradInput; without waiting for the stores.
void StreamTile(const PreluTile& tile, const Rows<void*>& to) {
  const auto size = static_cast<int64_t>(SizeOf(tile.dtype));
  auto* const destination = static_cast<std::byte*>(to.data);
  const auto* const source = static_cast<const std::byte*>(tile.gradInput.data);
  const bool together = to.stride == tile.columns && tile.gradInput.stride == tile.columns;
  const int64_t columns = together ? tile.rows * tile.columns : tile.columns;
  for (int64_t row = 0; row < (together ? 1 : tile.rows); ++row) {
    StreamCopy(destination + row * to.stride * size, source + row * tile.gradInput.stride * size,
               static_cast<size_t>(columns * size));
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

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

}  // namespace

Plan PlanPreluBackwardCpu(const PreluBackwardArgs& args) {
  if (args.self.Empty()) {
    return {};
  }
  const Cut cut(args);
  const auto partials = static_cast<size_t>(cut.NeedsPartials() ? cut.blocks * cut.shape.channels : 0);
  const auto elements = static_cast<size_t>(args.self.NumElements());
  return {.workspaceBytes = partials * sizeof(double), .bytes = 3 * elements * SizeOf(args.self.dtype)};
}

Status RunPreluBackwardCpu(const PreluBackwardArgs& args, std::byte* workspace,
                           backend::ExecutionContext& context) {
  if (args.self.Empty()) {
    FillZero(args.gradWeight);
    return Status::Ok();
  }
  PreluBackward(args, reinterpret_cast<double*>(workspace))
      .Run(static_cast<const backend::cpu::CpuContext&>(context));
  return Status::Ok();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
