// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_cut.h"

#include <algorithm>

#include "base/checked_math.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_points.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.h"

namespace openaclnn {
namespace {

// Tasks that keep a large machine busy.
constexpr int64_t kWantedTasks = 64;
// Each band goes through the row of cells above it once more, so it has no fewer rows than this.
constexpr int64_t kMinBandRows = 8;
// Less is not worth a task: lanes of pixels and samples.
constexpr int64_t kMinTaskLanes = int64_t{1} << 15;
// Lanes of a row, or somewhat more: two rows of sums and two of the input stay in level-two cache.
constexpr int64_t kRowLanes = 4096;
constexpr int64_t kMaxRowLanes = 4 * kRowLanes;
// Channels of a chunk: enough that locating its samples again costs little beside the work on them, and few
// enough for the buffers of a row.
constexpr int64_t kMinChunkLanes = 16;
constexpr int64_t kMaxChunkLanes = 128;
// Of a small image: sums and input stay in level-two cache, or at least in the next. With more channels it is
// worth while to sort the samples, so that they stay in level-one cache.
constexpr int64_t kWholeBytes = int64_t{3300} << 10;
constexpr int64_t kMaxWholeLanes = 8;
// With fewer images, only those of little work are one task: lanes of pixels and samples.
constexpr int64_t kManyImages = 4;
constexpr int64_t kMaxWholeTaskLanes = int64_t{1} << 18;
// Shorter rows of gradOutput are sorted even if they lie as they should: reading one at a random place costs
// a cache line.
constexpr int64_t kMinLanesInPlace = 16;
// Samples lie in rows that have 32-bit numbers, and so do buckets.
constexpr int64_t kMaxRows = int64_t{INT32_MAX};
constexpr int64_t kMaxBuckets = int64_t{1} << 31;
constexpr int64_t kMaxPieces = 16;
// Of the images of one round: what sorting writes is still in cache when it is read.
constexpr size_t kRoundBytes = size_t{8} << 20;
// What a small problem may take, however small its tensors are.
constexpr size_t kSmallRoundBytes = size_t{1} << 20;
constexpr int64_t kMinSlots = 8;
constexpr int64_t kMinWholeSlots = 2;

int64_t RoundUp(int64_t value, int64_t multiple) {
  return CeilDivide(value, multiple) * multiple;
}

// A number cut into parts of one size, but for the last.
struct Parts {
  int64_t size;
  int64_t count;
};

// Into as few parts as there can be with none larger than this.
Parts Divide(int64_t total, int64_t largest) {
  if (total <= largest) {
    return {total, 1};  // nearly always
  }
  const int64_t size = CeilDivide(total, CeilDivide(total, largest));
  return {size, CeilDivide(total, size)};
}

size_t Bytes(const TensorView& view) {
  return static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype);
}

}  // namespace

GridCut::GridCut(const GridSampler2DBackwardArgs& args)
    : nearest(args.interpolation == GridInterpolation::kNearest),
      images(args.input.dims[0]),
      channels(args.input.dims[1]),
      height(args.input.dims[2]),
      width(args.input.dims[3]),
      // Too many for 63 bits they can only be where there are no images.
      samples(CheckedMultiply(args.grid.dims[1], args.grid.dims[2]).value_or(0)) {
  const bool empty = images == 0 || channels == 0;
  scatters = args.inputGrad.Defined() && !empty;
  gathers = args.gridGrad.Defined() && !nearest && !empty && samples > 0;
  if (scatters || gathers) {
    lanes = GridRowLanes(channels);
    elementBytes = static_cast<int64_t>(sizeof(double) + (gathers ? sizeof(float) : 0));
    whole = TakeWhole();
    if (!whole) {
      CutImage();
    }
    CutSamples();
    PlaceImages(args);
  }
}

// Whether images are small; if so, all channels are one chunk.
bool GridCut::TakeWhole() {
  if (lanes > kMaxWholeLanes || std::max(height, width) > kWholeBytes) {
    return false;
  }
  // A border around the pixels, and before it a place for samples that touch none.
  const int64_t pixels = (height + 3) * (width + 2) + 1;
  chunkLanes = lanes;
  chunks = 1;
  slotElements = RoundUp(pixels * lanes, 16);
  return slotElements * elementBytes <= kWholeBytes &&
         (images >= kManyImages || samples <= kMaxWholeTaskLanes / lanes - pixels);
}

void GridCut::CutImage() {
  chunkLanes = lanes;
  chunks = 1;
  if (lanes > kMinChunkLanes) {
    const int64_t fitting = kRowLanes / std::min(width, kRowLanes) / 8 * 8;
    const Parts parts = Divide(lanes, std::clamp(fitting, kMinChunkLanes, kMaxChunkLanes));
    chunkLanes = RoundUp(parts.size, 8);
    chunks = CeilDivide(lanes, chunkLanes);
  }
  bucketRows = std::min(height, kMaxRows) + 1;
  int64_t longest = kMaxRowLanes / chunkLanes;
  if (width > longest) {
    longest = std::max(longest, CeilDivide(width, kMaxBuckets / bucketRows));
  }
  const Parts columns = Divide(width, longest);
  segmentColumns = columns.size;
  segments = columns.count;
  slotElements = 2 * RoundUp((segmentColumns + 2) * chunkLanes, 16);  // whole cache lines
  buckets = bucketRows * segments + 1;
}

void GridCut::CutSamples() {
  const int64_t fewest = std::max({kMinTaskLanes / lanes, buckets, CeilDivide(samples, kMaxPieces)});
  pieceSamples = Divide(samples, fewest).size;
  pieces = 1;
  if (pieceSamples < samples) {
    pieceSamples = RoundUp(pieceSamples, static_cast<int64_t>(kGridTile));
    pieces = CeilDivide(samples, pieceSamples);
  }
}

void GridCut::PlaceImages(const GridSampler2DBackwardArgs& args) {
  const TensorView& gradOutput = args.gradOutput;
  const bool inPlace = gradOutput.strides[1] == 1 && lanes == channels && HasEvenRows(gradOutput);
  packsGradients = !(inPlace && (whole || lanes >= kMinLanesInPlace));
  stagesGridGrad = gathers && !(chunks == 1 && args.gridGrad.Contiguous());

  const auto factor = [](int64_t count) { return static_cast<size_t>(count); };
  const size_t elementSize = SizeOf(gradOutput.dtype);
  const auto place = [&](int64_t count) {
    workspace = {};
    if (!whole) {
      placesAt = workspace.Reserve(count * samples, sizeof(int64_t));
      countsAt = workspace.Reserve(count * buckets, factor(pieces) * sizeof(int64_t));
      orderAt = workspace.Reserve(count * samples, sizeof(int64_t));
      pairsAt = workspace.Reserve(count * samples + kGridPadding, 2 * sizeof(float));
      gradientsAt =
          workspace.Reserve(packsGradients ? count * samples : 0, factor(chunks * chunkLanes) * elementSize);
    }
    gridGradAt = workspace.Reserve(stagesGridGrad ? count * samples : 0, factor(chunks) * 2 * sizeof(double));
    return workspace.Bytes();
  };
  const size_t largest = std::max({Bytes(gradOutput), Bytes(args.input), kSmallRoundBytes});
  const size_t imageBytes = place(1);
  if (images > 1) {
    const size_t roundBytes = std::min(largest, kRoundBytes);
    roundImages = static_cast<int64_t>(
        std::clamp(roundBytes / std::max(imageBytes, size_t{1}), size_t{1}, factor(images)));
    place(roundImages);
  } else {
    roundImages = 1;
  }

  tasks = roundImages * chunks;
  if (!whole) {
    CutBands();
  }
  slotBytes = factor(slotElements * elementBytes);
  if (whole) {
    slotBytes += kGridTile * factor(lanes) * elementSize;
  }
  const auto fitting = static_cast<int64_t>((whole ? largest : largest / 4) / slotBytes);
  slots = std::min(tasks, std::clamp(fitting, whole ? kMinWholeSlots : kMinSlots, kWantedTasks));
  slotsAt = workspace.Reserve(slots, slotBytes);
}

void GridCut::CutBands() {
  tasks *= segments;
  constexpr int64_t kMany = int64_t{1} << 40;  // more need not be told apart
  const int64_t elements = std::min(samples, kMany) + std::min(height * width, kMany);
  const int64_t worthwhile = elements * chunkLanes / kMinTaskLanes / segments;
  const Parts rows = Divide(
      height, std::max(kMinBandRows,
                       worthwhile < 2 ? height : height / std::min(kWantedTasks / tasks + 1, worthwhile)));
  bandRows = rows.size;
  bands = rows.count;
  tasks *= bands;
}

}  // namespace openaclnn
