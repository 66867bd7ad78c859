// SPDX-License-Identifier: Apache-2.0
//
// Tensors of [samples, channels, positions...]: cut into tasks, and walked along the positions of a channel,
// or across the channels of a position where these lie side by side in memory or positions are few.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// The extents of the tensors of one call; positions counts the elements of all dims after the second.
struct ChannelShape {
  int64_t samples;
  int64_t channels;
  int64_t positions;
};

// Whether the view's own dims are [samples, channels, positions...]. With one position any dims will do.
[[nodiscard]] bool HasChannelDim(const TensorView& view, const ChannelShape& shape);

// Whether the step from channel to channel is the smallest one.
[[nodiscard]] bool ChannelsInnermost(const TensorView& view);

// The positions of a channel, from the first one on, as long as one stride steps through them.
[[nodiscard]] MergedDims::Run RunOfPositions(const TensorView& view);

// Some neighbouring samples, channels and positions.
struct ChannelRegion {
  int64_t sample;
  int64_t samples;
  int64_t channel;
  int64_t channels;
  int64_t position;
  int64_t positions;
};

// How the elements of a region are taken: along the positions of a channel after the other, or across the
// channels of a position after the other. A matter of where they lie in memory; results have the same bits.
enum class ChannelWalk { kAlong, kAcross };

// A region, cut into tasks of so many samples, channels and positions.
struct ChannelTasks {
  ChannelRegion whole;
  int64_t samples;
  int64_t channels;
  int64_t positions;
  ChannelWalk walk;

  [[nodiscard]] int64_t Bands() const { return CeilDivide(whole.channels, channels); }
  [[nodiscard]] int64_t Parts() const { return CeilDivide(whole.positions, positions); }
  [[nodiscard]] int64_t Count() const { return CeilDivide(whole.samples, samples) * Bands() * Parts(); }
  // Tasks with neighbouring numbers lie side by side in memory.
  [[nodiscard]] ChannelRegion At(int64_t task) const;
};

// Where the elements of a tensor lie for a walk.
struct ChannelLayout {
  ChannelShape shape;
  ChannelWalk walk;
  // Whether rows, of positions or of channels, are used where they lie; else they are packed.
  bool direct;
  // Of direct ones, in elements.
  int64_t sampleStride;
  int64_t channelStride;
  int64_t positionStride;
};
[[nodiscard]] ChannelLayout LayoutOf(const TensorView& view, const ChannelShape& shape, ChannelWalk walk);

// A FLOAT, FLOAT16 or BFLOAT16 tensor on a walk. Rows are channels of a sample (along) or positions of one
// (across).
class ChannelTensor {
 public:
  ChannelTensor(const TensorView& view, const ChannelLayout& layout) : view_(view), layout_(layout) {}

  [[nodiscard]] const ChannelShape& Shape() const { return layout_.shape; }
  [[nodiscard]] ChannelWalk Walk() const { return layout_.walk; }

  [[nodiscard]] bool Direct() const { return layout_.direct; }
  // Of a direct tensor: an element, and how many elements lie between rows.
  [[nodiscard]] std::byte* At(int64_t sample, int64_t channel, int64_t position) const;
  [[nodiscard]] int64_t Pitch() const {
    return layout_.walk == ChannelWalk::kAlong ? layout_.channelStride : layout_.positionStride;
  }
  // Whether a direct tensor is so large that it had better be written past the caches.
  [[nodiscard]] bool Streams() const;

  // Of other tensors: the rows of a region of one sample and at most kTileElements elements, without gaps.
  // Along, it is of one channel or has all positions.
  const void* Pack(const ChannelRegion& region, TileBuffer& buffer) const;
  void Unpack(const ChannelRegion& region, const void* rows) const;

 private:
  // The elements of a region as a range of those of a view.
  struct Range {
    TensorView view;
    int64_t begin;
    int64_t count;
  };
  [[nodiscard]] Range RangeOf(const ChannelRegion& region) const;

  TensorView view_;
  ChannelLayout layout_;
};

// How many operands an operation has (kernels/layout/channels-inl.h).
struct ChannelOperands {
  size_t inputs = 0;        // tensors read
  size_t outputs = 0;       // tensors written: 0 or 1
  size_t coefficients = 0;  // numbers of each channel
  size_t sums = 0;          // of each channel
};

// A walk through a region with an operation (kernels/layout/channels-inl.h), compiled for a type of elements.
using ChannelLoop = void (*)(const ChannelTensor* const* inputs, const ChannelTensor* output,
                             const ChannelRegion& region, const float* const* coefficients,
                             double* const* sums);

// Such a loop with its tensors. It writes the output's elements of a region, and adds its sums to the given
// ones. A region that is a part of the positions begins at a multiple of kSumBlock. All tensors have one
// walk. There is an output if the operation writes one; it may be the very memory of an input.
template <size_t kInputs, size_t kCoefficients, size_t kSums>
class ChannelWork {
 public:
  // [channel of a region], for each coefficient or sum.
  using Coefficients = std::array<const float*, kCoefficients>;
  using Sums = std::array<double*, kSums>;

  ChannelWork(ChannelLoop loop, const std::array<const ChannelTensor*, kInputs>& inputs,
              const ChannelTensor* output)
      : loop_(loop), inputs_(inputs), output_(output) {}

  void Run(const ChannelRegion& region, const Coefficients& coefficients, const Sums& sums) const {
    loop_(inputs_.data(), output_, region, coefficients.data(), sums.data());
  }

 private:
  ChannelLoop loop_;
  std::array<const ChannelTensor*, kInputs> inputs_;
  const ChannelTensor* output_;
};

}  // namespace openaclnn
