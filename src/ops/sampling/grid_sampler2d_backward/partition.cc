// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/partition.h"

#include <bit>

#include "base/checked_math.h"
#include "base/dtype.h"
#include "kernels/tiles/scratch.h"
#include "ops/sampling/grid_sampler2d_backward/samples.h"
#include "ops/sampling/pitch.h"

namespace openaclnn::grid_sampler {
namespace {

using Args = GridSampler2DBackwardArgs;

// Of an image that is one tile: it stays in last-level cache, and pixels are fetched from there in time.
constexpr int64_t kWholeBytes = int64_t{7} << 19;
// Of a band: it stays in level-two cache.
constexpr int64_t kBandBytes = int64_t{1} << 19;
// Of a tile with the longest rows: more would push out the samples.
constexpr int64_t kLongRowsBytes = int64_t{5} << 18;
constexpr int64_t kMinBand = 8;
// Tasks that keep a machine busy, and what makes up one: lanes of pixels and samples.
constexpr int64_t kWantedTasks = 8;
constexpr int64_t kTaskLanes = int64_t{1} << 20;
constexpr int64_t kOnlyTaskLanes = int64_t{1} << 18;
constexpr int64_t kPieceSamples = int64_t{1} << 12;
constexpr int64_t kMaxPieces = 16;
// Of the images of one round: what sorting writes is still in cache when it is read.
constexpr size_t kRoundBytes = size_t{8} << 20;
// What a small problem may take, however small its tensors are.
constexpr size_t kSmallRoundBytes = size_t{1} << 20;
constexpr size_t kPage = 4096;
constexpr int64_t kMinSlots = 2;
constexpr int64_t kMaxSlots = 64;

// Products of sizes, of which only those that fit matter.
int64_t Product(int64_t a, int64_t b) {
  return CheckedMultiply(a, b).value_or(INT64_MAX / 4);
}

// Of the input and the sums of a pixel.
int64_t PixelBytes(int64_t lanes) {
  return lanes * static_cast<int64_t>(sizeof(float) + (IsNarrow(lanes) ? sizeof(double) : sizeof(float)));
}

size_t Bytes(const TensorView& view) {
  return static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype);
}

}  // namespace

Partition::Partition(const Args& args)
    : nearest(args.interpolation == GridInterpolation::kNearest),
      images(args.input.dims[0]),
      channels(args.input.dims[1]),
      height(args.input.dims[2]),
      width(args.input.dims[3]),
      // Too many for 63 bits they can only be where there are no images.
      samples(CheckedMultiply(args.grid.dims[1], args.grid.dims[2]).value_or(0)) {
  if (Empty()) {
    return;
  }
  const int64_t pixels = Product(height + 2, width + 2);
  chunkChannels = std::min(LanesOf(channels), int64_t{16});
  if ((channels >= 64 || channels % 32 == 0) && pixels <= kLongRowsBytes / PixelBytes(32)) {
    chunkChannels = 32;
  }
  chunks = CeilDivide(channels, chunkChannels);

  const int64_t tasks = Product(images, chunks);
  const int64_t work = Product(pixels / 2 + samples / 2, 2 * chunkChannels);
  int64_t wanted = 1;
  if (tasks < kWantedTasks) {
    wanted = std::min(CeilDivide(kWantedTasks, tasks), work / (tasks == 1 ? kOnlyTaskLanes : kTaskLanes));
  }
  const int64_t fitting = pixels <= kWholeBytes / PixelBytes(chunkChannels)
                              ? INT64_MAX
                              : kBandBytes / PixelBytes(chunkChannels);  // pixels
  if (wanted <= 1 && fitting == INT64_MAX) {
    return;
  }
  // Across the longer axis if rows are so long that a band would have few of them.
  cutsRows = width <= height || fitting / (width + 2) >= kMinBand;
  const int64_t size = cutsRows ? height : width;
  const int64_t across = (cutsRows ? width : height) + 2;
  const int64_t largest = std::max(int64_t{1}, fitting / across);
  const int64_t even = std::max(kMinBand, CeilDivide(size, std::max(wanted, int64_t{1})));
  const int64_t band = std::min(largest, static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(even))));
  if (band < size) {
    bandShift = static_cast<int>(std::bit_width(static_cast<uint64_t>(band))) - 1;
    bands = CeilDivide(size, int64_t{1} << bandShift);
  }
}

TileLayout::TileLayout(const Partition& partition) {
  const Rectangle owned = partition.PixelsOf(0);
  const int64_t lanes = LanesOf(partition.chunkChannels);
  pitch = PitchOf(owned.columns + 2, lanes * static_cast<int64_t>(sizeof(float)));
  const int64_t maxPixels = Product(owned.rows + 2, pitch);
  const auto rowBytes = static_cast<size_t>(lanes) * sizeof(float);
  ScratchLayout slot;
  inputAt = slot.Reserve(maxPixels, rowBytes);
  // Half a page apart, for the same reason as rows.
  slot.Reserve(static_cast<int64_t>((kPage + kPage / 2 - slot.Bytes() % kPage) % kPage), 1);
  sumsAt = slot.Reserve(IsNarrow(lanes) ? 0 : maxPixels, rowBytes);
  spilledAt = slot.Reserve(maxPixels, 2 * rowBytes);
  visitsAt = slot.Reserve(maxPixels, sizeof(uint8_t));
  spilledPixelsAt = slot.Reserve(maxPixels, sizeof(uint8_t));
  gradientsAt = slot.Reserve(kTileSamples, rowBytes);
  bytes = slot.Bytes();
}

Schedule::Schedule(const Args& args, const Partition& partition)
    : scatters(args.inputGrad.Defined() && !partition.Empty()),
      gathers(args.gridGrad.Defined() && !partition.nearest && !partition.Empty() && partition.samples > 0) {
  if (scatters || gathers) {
    stagesGridGrad = gathers && (partition.chunks > 1 || partition.Sorted());
    const int64_t fewest = std::max(kPieceSamples, CeilDivide(partition.samples, kMaxPieces));
    pieceSamples = CeilDivide(fewest, kTileSamples) * kTileSamples;
    pieces = CeilDivide(partition.samples, pieceSamples);
    PlaceImages(args, partition);
  }
}

void Schedule::PlaceImages(const Args& args, const Partition& partition) {
  const int64_t samples = partition.samples;
  const auto rowBytes = static_cast<size_t>(LanesOf(partition.chunkChannels)) * sizeof(float);
  const auto chunks = static_cast<size_t>(partition.chunks);
  const auto place = [&](int64_t count) {
    ScratchLayout workspace;
    if (partition.Sorted()) {
      countsAt = workspace.Reserve(Product(count * pieces, partition.Buckets()), sizeof(int64_t));
      orderAt = workspace.Reserve(Product(count, samples), sizeof(int64_t));
      pairsAt = workspace.Reserve(Product(count, samples) + kTileSamples, 2 * sizeof(float));
      gradientsAt = workspace.Reserve(Product(count, samples), chunks * rowBytes);
    }
    gridGradAt = workspace.Reserve(stagesGridGrad ? Product(count, samples) : 0, chunks * 2 * sizeof(float));
    return workspace;
  };
  const size_t largest = std::max({Bytes(args.gradOutput), Bytes(args.input), kSmallRoundBytes});
  const size_t imageBytes = std::max(place(1).Bytes(), size_t{1});
  const size_t fitting = std::max(std::min(largest, kRoundBytes) / imageBytes, size_t{1});
  roundImages =
      imageBytes == 1 ? partition.images : std::min(partition.images, static_cast<int64_t>(fitting));
  ScratchLayout workspace = place(roundImages);

  slotBytes = TileLayout(partition).bytes;
  const int64_t tasks = Product(Product(roundImages, partition.chunks), partition.bands);
  const auto affordable = static_cast<int64_t>(std::min(largest / slotBytes, size_t{kMaxSlots}));
  slots = std::min(tasks, std::max(affordable, kMinSlots));
  slotsAt = workspace.Reserve(slots, slotBytes);
  workspaceBytes = workspace.Bytes();
}

State Prepare(const Args& args) {
  State state;
  state.partition = Partition(args);
  state.schedule = Schedule(args, state.partition);
  state.workspaceBytes = state.schedule.workspaceBytes;
  state.cost = Bytes(args.gradOutput) + Bytes(args.input) + Bytes(args.grid) + Bytes(args.inputGrad) +
               Bytes(args.gridGrad);
  return state;
}

}  // namespace openaclnn::grid_sampler
