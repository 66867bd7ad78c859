// SPDX-License-Identifier: Apache-2.0
//
// How the CPU kernel sees the tensors and cuts the work.
#pragma once

#include <cstdint>

#include "kernels/layout/channels.h"
#include "ops/activation/prelu_backward/kernel.h"

namespace openaclnn::prelu {

// Channels of a task at most.
inline constexpr int64_t kMostChannels = 256;

// What fixes the bits of gradWeight, from shapes alone: the elements of a channel in each block of samples
// and positions are summed, then the sums of its blocks.
struct Partition {
  ChannelShape shape;
  int64_t blockSamples;
  int64_t blockPositions;

  [[nodiscard]] int64_t BlocksOfSample() const { return CeilDivide(shape.positions, blockPositions); }
  [[nodiscard]] int64_t Blocks() const { return CeilDivide(shape.samples, blockSamples) * BlocksOfSample(); }
  [[nodiscard]] int64_t SumsOf(const ChannelRegion& region) const {  // in [block][channel]
    const int64_t block = region.sample / blockSamples * BlocksOfSample() + region.position / blockPositions;
    return block * shape.channels + region.channel;
  }
};

// What does not fix them: how the tensors are walked, and how many channels of a block a task takes.
struct Schedule {
  ChannelTasks tasks;
  ChannelLayout gradOutput;
  ChannelLayout self;
  ChannelLayout gradInput;
};

struct State : Prepared {
  Partition partition;
  Schedule schedule;
};

[[nodiscard]] State Prepare(const PreluBackwardArgs& args);

// A tensor with the dims of self, or that broadcasts to them, as [samples, channels, positions...].
[[nodiscard]] TensorView ViewOf(const TensorView& tensor, const PreluBackwardArgs& args);

}  // namespace openaclnn::prelu
