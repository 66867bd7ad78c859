// SPDX-License-Identifier: Apache-2.0
//
// What the steps of the CPU kernel share: the tensors, how they are cut, and where their elements lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/channels.h"
#include "kernels/tiles.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_cut.h"

namespace openaclnn::group_norm {

struct Data {
  Data(const Args& arguments, int threads)
      : args(arguments),
        cut(args, threads),
        products(args.gradInput.Defined() || args.gradGammaOut.Defined()),
        gradOut(args.gradOut),
        input(args.input),
        gradOutChannels(args.gradOut, cut.shape),
        inputChannels(args.input, cut.shape) {
    const bool inPlace = args.gradOut.Contiguous() && args.input.Contiguous() &&
                         (!args.gradInput.Defined() || args.gradInput.Contiguous());
    tileElements = inPlace ? kCachedElements : kTileElements;
    if (args.gradInput.Defined()) {
      gradInput.emplace(args.gradInput);
      gradInputChannels.emplace(args.gradInput, cut.shape);
    }
  }

  [[nodiscard]] int64_t ElementSize() const { return static_cast<int64_t>(SizeOf(args.gradOut.dtype)); }

  [[nodiscard]] GroupNormTile TileOf(const Rows<const void*>& gradOutRows, const Rows<const void*>& inputRows,
                                     int64_t first, int64_t rows, int64_t columns) const {
    const DType dtype = args.gradOut.dtype;
    const int64_t offset = first * ElementSize();
    return {dtype,
            static_cast<const std::byte*>(gradOutRows.data) + offset,
            inputRows.data == nullptr ? nullptr : static_cast<const std::byte*>(inputRows.data) + offset,
            gradOutRows.stride,
            inputRows.stride,
            rows,
            columns};
  }

  [[nodiscard]] int64_t ElementOf(int64_t sample, int64_t channel, int64_t position) const {
    return (sample * args.C + channel) * args.HxW + position;
  }

  // Whether products of a slab are centred when they were added up, unless that fails.
  [[nodiscard]] bool CentresLast(int64_t sample, int64_t slab) const {
    const auto at = sample * args.group + slab;
    return args.gradOut.dtype != DType::kFloat ||
           openaclnn::CentresLast(static_cast<double>(mean[at]), static_cast<double>(rstd[at]));
  }

  // The value of each channel's slab, from those of a sample's slabs.
  void Spread(const float* slabValues, int64_t channel, int64_t channels, GroupNormBandValues& values) const {
    SpreadGroupNormSlabs(slabValues + channel / cut.slabRows, cut.slabRows, channel % cut.slabRows, channels,
                         values);
  }

  // Calls body(channel, channels, slab of the sample) for the parts of `channels` channels that share a slab.
  template <typename Body>
  void ForEachSlab(int64_t channel, int64_t channels, const Body& body) const {
    const int64_t end = channel + channels;
    while (channel < end) {
      const int64_t slab = channel / cut.slabRows;
      const int64_t next = std::min(end, (slab + 1) * cut.slabRows);
      body(channel, next - channel, slab);
      channel = next;
    }
  }

  const Args& args;
  const Cut cut;
  const bool products;  // whether input is needed: gradBetaOut alone does without
  const TileReader gradOut;
  const TileReader input;
  std::optional<TileWriter> gradInput;
  // The same tensors, if they are walked across the channels.
  const ChannelReader gradOutChannels;
  const ChannelReader inputChannels;
  std::optional<ChannelWriter> gradInputChannels;
  int64_t tileElements;           // of a tile along channels: more than fit a buffer where none is needed
  const double* gamma = nullptr;  // as the next two, in the workspace or where they lie
  const float* mean = nullptr;
  const float* rstd = nullptr;
};

}  // namespace openaclnn::group_norm
