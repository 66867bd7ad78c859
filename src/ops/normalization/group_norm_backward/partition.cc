// SPDX-License-Identifier: Apache-2.0
#include "ops/normalization/group_norm_backward/partition.h"

#include <algorithm>
#include <numeric>

#include "kernels/tiles/tiles.h"

namespace openaclnn::group_norm {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// Groups up to this size are one task if there are enough of them for many cores. Input and gradOut of one
// (FLOAT: 512 KiB) stay in a level-two cache.
constexpr int64_t kCachedElements = 64 * kTileElements;
constexpr int64_t kManyGroups = 64;

// Bytes of a wave: input and gradOut of its groups. No more than the cores of a small processor share and
// other programs leave of it.
constexpr int64_t kWaveBytes = int64_t{8} << 20;

// With fewer positions than this, the sums of parts would take too much memory beside the tensors.
constexpr int64_t kFewPositions = 64;

// Channels of a task where channels lie side by side: some cache lines of each position.
constexpr int64_t kSideBySide = 64;
constexpr int64_t kLineElements = 16;

bool IsSmall(const Partition& partition) {
  const int64_t elements = partition.groupChannels * partition.shape.positions;
  return partition.shape.positions < kFewPositions || elements <= kTaskElements ||
         (elements <= kCachedElements && partition.shape.samples * partition.groups >= kManyGroups);
}

Partition PartitionOf(const Args& args) {
  Partition partition{.shape = {args.N, args.C, args.HxW},
                      .groups = args.group,
                      .groupChannels = args.C / args.group,
                      .parts = CeilDivide(args.HxW, Partition::kPartPositions),
                      .slotSamples = 1,
                      .slots = args.N};
  if (IsSmall(partition)) {
    partition.slotSamples = std::max(int64_t{1}, kTaskElements / (args.C * args.HxW));
    partition.slots = CeilDivide(args.N, partition.slotSamples);
  }
  return partition;
}

ChannelWalk WalkOf(const Args& args, const ChannelShape& shape) {
  if (shape.positions == 1) {
    return ChannelWalk::kAcross;
  }
  const TensorView& output = args.gradInput.Defined() ? args.gradInput : args.input;
  for (const TensorView* view : {&args.gradOut, &args.input, &output}) {
    if (!HasChannelDim(*view, shape)) {
      return ChannelWalk::kAlong;
    }
  }
  // With few channels, vectors of them would be short.
  const bool across =
      shape.channels >= kSumLanes && (shape.positions < kSumLanes || ChannelsInnermost(output));
  return across ? ChannelWalk::kAcross : ChannelWalk::kAlong;
}

// Whole groups of a task, in channels.
int64_t TaskChannels(const Partition& partition, ChannelWalk walk) {
  const bool across = walk == ChannelWalk::kAcross;
  const int64_t rows = partition.groupChannels;
  const int64_t target = std::max(kTaskElements / partition.shape.positions, across ? kSideBySide : 1);
  int64_t groups = std::clamp(target / rows, int64_t{1}, kTaskGroups);
  if (across) {
    // Whole cache lines, if that is not many more.
    const int64_t whole = kLineElements / std::gcd(rows, kLineElements);
    const int64_t rounded = CeilDivide(groups, whole) * whole;
    if (rounded <= kTaskGroups && rounded * rows <= std::max(target, kBand)) {
      groups = rounded;
    }
  }
  return groups * rows;
}

void ScheduleWaves(const Args& args, const Partition& partition, Schedule& schedule) {
  const auto [samples, channels, positions] = partition.shape;
  const bool across = schedule.walk == ChannelWalk::kAcross;
  const int64_t waveElements = kWaveBytes / static_cast<int64_t>(2 * SizeOf(args.input.dtype));
  const int64_t groupElements = partition.groupChannels * positions;
  const bool wholeSamples = across || channels * positions <= waveElements;
  schedule.waveSamples = std::max(int64_t{1}, waveElements / (channels * positions));
  schedule.waveChannels =
      wholeSamples ? channels : std::max(int64_t{1}, waveElements / groupElements) * partition.groupChannels;
  const ChannelRegion none{};
  if (across) {
    schedule.sumTasks = {none, 1, kBand, Partition::kPartPositions, schedule.walk};
    // Neighbouring positions lie side by side: whole ones.
    schedule.writeTasks = {none, 1, channels, std::max(int64_t{1}, 4 * kTaskElements / channels),
                           schedule.walk};
  } else {
    const int64_t rows = std::clamp(kTaskElements / positions, int64_t{1}, kBand);
    schedule.sumTasks = {none, 1, rows, 16 * Partition::kPartPositions, schedule.walk};
    schedule.writeTasks = schedule.sumTasks;
  }
}

}  // namespace

State Prepare(const Args& args) {
  State state{};
  if (!HasWork(args)) {
    return state;
  }
  state.partition = PartitionOf(args);
  const Partition& partition = state.partition;
  const auto [samples, channels, positions] = partition.shape;
  Schedule& schedule = state.schedule;
  schedule.walk = WalkOf(args, partition.shape);
  const bool scattered = schedule.walk == ChannelWalk::kAcross && positions >= kFewPositions &&
                         channels * positions > kCachedElements;
  schedule.wholeGroups = IsSmall(partition) && !scattered;
  schedule.tasks = {{0, partition.slots, 0, channels, 0, positions},
                    1,
                    TaskChannels(partition, schedule.walk),
                    positions,
                    schedule.walk};
  ScheduleWaves(args, partition, schedule);
  schedule.gradOut = LayoutOf(args.gradOut, partition.shape, schedule.walk);
  schedule.input = LayoutOf(args.input, partition.shape, schedule.walk);
  if (args.gradInput.Defined()) {
    schedule.gradInput = LayoutOf(args.gradInput, partition.shape, schedule.walk);
  }

  const auto copied = [](const TensorView& view, int64_t count) { return AreFloats(view) ? 0 : count; };
  const int64_t groups = samples * partition.groups;
  const int64_t sums = schedule.wholeGroups ? (AsksForChannels(args) ? partition.slots * channels : 0)
                                            : samples * partition.parts * channels;
  ScratchLayout layout;
  state.gamma = layout.Book<float>(args.gamma.Defined() ? copied(args.gamma, channels) : channels);
  state.mean = layout.Book<float>(copied(args.mean, groups));
  state.rstd = layout.Book<float>(copied(args.rstd, groups));
  state.groupSums = layout.Book<GroupSums>(args.gradInput.Defined() && !schedule.wholeGroups ? groups : 0);
  state.gradients = layout.Book<double>(sums);
  state.products = layout.Book<double>(sums);
  state.workspaceBytes = layout.Bytes();
  const size_t gradInputSize = args.gradInput.Defined() ? SizeOf(args.gradInput.dtype) : 0;
  state.cost = static_cast<size_t>(args.gradOut.NumElements()) *
               (SizeOf(args.gradOut.dtype) + SizeOf(args.input.dtype) + gradInputSize);
  return state;
}

}  // namespace openaclnn::group_norm
