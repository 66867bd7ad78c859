// SPDX-License-Identifier: Apache-2.0
//
// How the CPU kernel cuts a problem, and what it keeps in the workspace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/checked_math.h"
#include "kernels/channels.h"
#include "kernels/scratch.h"
#include "kernels/tiles.h"
#include "ops/normalization/group_norm_backward/kernel.h"

namespace openaclnn::group_norm {

using Args = GroupNormBackwardArgs;

// Elements of a task: enough that handing it to a thread costs nothing against it.
inline constexpr int64_t kTaskElements = 16 * kTileElements;

// Slabs up to this size are one task if there are enough of them for many cores. Input and gradOut of one
// (FLOAT: 512 KiB) stay in a level-two cache.
inline constexpr int64_t kCachedElements = 64 * kTileElements;
inline constexpr int64_t kManySlabs = 64;

// Bytes of a wave: input and gradOut of its slabs. No more than the cores of a small processor share and
// other programs leave of it, and no less than keeps each core of a large one busy.
inline constexpr int64_t kWaveBytes = int64_t{8} << 20;
inline constexpr int64_t kWaveBytesOfThread = int64_t{2} << 20;

// With fewer positions than this, the sums of parts would take too much memory beside the tensors.
inline constexpr int64_t kFewPositions = 64;

// Slabs of a task.
inline constexpr int64_t kTaskSlabs = 1024;

// Channels of a task where channels lie side by side: some cache lines of each position.
inline constexpr int64_t kSideBySide = 64;

inline constexpr int64_t kLineElements = 16;

// Bytes of a channel in a tile where channels lie side by side and tiles need no buffer: the lanes are loaded
// and stored once for all of its positions, and the tile stays in a level-two cache.
inline constexpr int64_t kTileChannelBytes = 128;

// Channels of a tile that needs a buffer: so few that there is a position for each lane.
inline constexpr int64_t kPackedChannels = kTileElements / (2 * kGroupNormLanes);

// Channels of a task of the last step, which adds up their sums.
inline constexpr int64_t kTaskChannels = 64;

// Some neighbouring channels of a sample, in some neighbouring positions.
struct Region {
  int64_t sample;
  int64_t channel;
  int64_t channels;
  int64_t position;
  int64_t positions;
};

// Some samples, and some whole slabs of each.
struct Wave {
  int64_t sample;
  int64_t samples;
  int64_t channel;
  int64_t channels;
};

inline bool AcrossChannels(const Args& args, const ChannelShape& shape) {
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
  Cut(const Args& args, int threads)
      : shape{args.N, args.C, args.HxW},
        slabRows(args.C / args.group),
        slabs(args.N * args.group),
        parts(CeilDivide(args.HxW, kTileElements)),
        acrossChannels(AcrossChannels(args, shape)) {
    const int64_t slabElements = slabRows * args.HxW;
    const bool smallSlabs = args.HxW < kFewPositions || slabElements <= kTaskElements ||
                            (slabElements <= kCachedElements && slabs >= kManySlabs);
    const int64_t sampleElements = args.C * args.HxW;
    slotSamples = smallSlabs ? std::max(int64_t{1}, kTaskElements / sampleElements) : 1;
    slots = CeilDivide(args.N, slotSamples);
    const bool scattered = acrossChannels && args.HxW >= kFewPositions && sampleElements > kCachedElements;
    wholeSlabs = smallSlabs && !scattered;
    const int64_t waveBytes = std::max(kWaveBytes, threads * kWaveBytesOfThread);
    const int64_t waveElements = waveBytes / static_cast<int64_t>(2 * SizeOf(args.input.dtype));
    waveSamples = std::max(int64_t{1}, waveElements / sampleElements);
    if (waveSamples > threads) {
      waveSamples -= waveSamples % threads;  // as many for each
    }
    const bool wholeSamples = acrossChannels || sampleElements <= waveElements;
    waveChannels = wholeSamples ? args.C : std::max(int64_t{1}, waveElements / slabElements) * slabRows;
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
  int64_t slotSamples;  // samples whose channel sums are added up first: more than 1 where samples are small
  int64_t slots;

  bool acrossChannels;  // how the tensors are walked
  bool wholeSlabs;      // tasks are whole slabs, of the samples of a slot
  int64_t taskChannels;
  int64_t taskPositions;
  int64_t waveSamples;  // where tasks are parts of slabs
  int64_t waveChannels;
};

inline bool AsksForChannels(const Args& args) {
  return args.gradGammaOut.Defined() || args.gradBetaOut.Defined();
}

inline bool HasWork(const Args& args) {
  return !args.gradOut.Empty() && (args.gradInput.Defined() || AsksForChannels(args));
}

// Whether values are used where they lie.
inline bool AreFloats(const TensorView& view) {
  return view.dtype == DType::kFloat && view.Contiguous();
}

// Where the arrays lie in the workspace.
struct Scratch {
  Scratch(const Args& args, const Cut& cut) {
    const int64_t channelSums = AsksForChannels(args) ? cut.slots * args.C : 0;
    const int64_t sums = cut.wholeSlabs ? channelSums : args.N * cut.parts * args.C;
    gamma = layout.Reserve(args.C, sizeof(double));
    mean = layout.Reserve(AreFloats(args.mean) ? 0 : cut.slabs, sizeof(float));
    rstd = layout.Reserve(AreFloats(args.rstd) ? 0 : cut.slabs, sizeof(float));
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

}  // namespace openaclnn::group_norm
