// SPDX-License-Identifier: Apache-2.0
//
// How the CPU kernel cuts the work, and what it keeps in the workspace.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "executor/kernel.h"
#include "kernels/layout/channels.h"
#include "kernels/tiles/scratch.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "simd/lane_sums.h"

namespace openaclnn::group_norm {

using Args = GroupNormBackwardArgs;

// Channels that are worked on at a time: whole groups, or a part of one.
inline constexpr int64_t kBand = 512;
// Groups of a task at most.
inline constexpr int64_t kTaskGroups = 512;

// What fixes the bits of the results, from shapes alone: the elements of a channel in each part of its
// positions are summed, then its parts; then those of the samples of a slot, then the slots.
struct Partition {
  static constexpr int64_t kPartPositions = 2 * kSumBlock;

  ChannelShape shape;
  int64_t groups;         // of a sample
  int64_t groupChannels;  // channels of a group
  int64_t parts;          // of the positions of a channel
  int64_t slotSamples;    // more than 1 where samples are small
  int64_t slots;

  // Whether the groups of a sample are rows of channels.
  [[nodiscard]] bool Single() const { return shape.positions == 1 && groupChannels <= kBand; }

  // Calls body(channel, channels) for the bands of some whole groups.
  template <typename Body>
  void ForEachBand(int64_t channel, int64_t channels, const Body& body) const {
    const int64_t whole = std::max(int64_t{1}, kBand / groupChannels) * groupChannels;
    for (int64_t first = 0; first < channels; first += whole) {
      const int64_t end = std::min(channels, first + whole);
      for (int64_t band = first; band < end; band += kBand) {
        body(channel + band, std::min(kBand, end - band));
      }
    }
  }
};

// What does not fix them.
//
// A group that stays in a core's cache is summed and then written by one task, which reads it from memory
// once. Larger groups, groups too few to keep the cores busy, and groups whose elements lie scattered among
// those of the others are cut: the sums of all parts are kept, those of each group combined, then all
// elements written. This goes in waves of some samples or groups, which the cores' shared cache holds.
struct Schedule {
  ChannelWalk walk;
  bool wholeGroups;
  ChannelTasks tasks;  // of whole groups: over all slots (as samples) and channels
  int64_t waveSamples;
  int64_t waveChannels;
  ChannelTasks sumTasks;    // of a wave, whose region is still to be set
  ChannelTasks writeTasks;  // as well
  ChannelLayout gradOut;
  ChannelLayout input;
  ChannelLayout gradInput;
};

// Sums of a group, weighted by gamma.
struct GroupSums {
  double gradient;  // of g
  double product;   // of g * xh
};

struct State : Prepared {
  Partition partition;
  Schedule schedule;
  // float32 copies of what is not contiguous FLOAT.
  ScratchArray<float> gamma;
  ScratchArray<float> mean;
  ScratchArray<float> rstd;
  ScratchArray<GroupSums> groupSums;  // [sample][group]; only where groups are cut
  // [slot][channel], or [sample][part][channel] where groups are cut: of g, and of g * xh.
  ScratchArray<double> gradients;
  ScratchArray<double> products;
};

[[nodiscard]] State Prepare(const Args& args);

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu);

[[nodiscard]] inline bool AsksForChannels(const Args& args) {
  return args.gradGammaOut.Defined() || args.gradBetaOut.Defined();
}

[[nodiscard]] inline bool HasWork(const Args& args) {
  return !args.gradOut.Empty() && (args.gradInput.Defined() || AsksForChannels(args));
}

// Whether values are used where they lie.
[[nodiscard]] inline bool AreFloats(const TensorView& view) {
  return view.dtype == DType::kFloat && view.Contiguous();
}

}  // namespace openaclnn::group_norm
