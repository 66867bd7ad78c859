// SPDX-License-Identifier: Apache-2.0
#include "ops/grid_sampler2d_backward/kernel_cpu_samples.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/convert.h"
#include "ops/common/tiles.h"
#include "ops/grid_sampler2d_backward/kernel_cpu_rows.h"

namespace openaclnn {
namespace {

constexpr auto kTile = static_cast<int64_t>(kGridTile);

template <size_t kBytes>
void ScatterPairs(const void* pairs, const int64_t* order, int64_t count, void* destination) {
  const auto* from = static_cast<const std::byte*>(pairs);
  auto* to = static_cast<std::byte*>(destination);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + order[i] * int64_t{kBytes}, from + i * int64_t{kBytes}, kBytes);
  }
}

}  // namespace

SortedGridSamples::SortedGridSamples(const GridSampler2DBackwardArgs& args, const GridCut& cut,
                                     std::byte* workspace, const backend::cpu::CpuContext& cpu)
    : args_(args),
      cut_(cut),
      cpu_(cpu),
      buckets_(reinterpret_cast<uint32_t*>(workspace + cut.bucketsAt)),
      counts_(reinterpret_cast<int64_t*>(workspace + cut.countsAt)),
      order_(reinterpret_cast<int64_t*>(workspace + cut.orderAt)),
      pairs_(reinterpret_cast<float*>(workspace + cut.pairsAt)),
      packedGradients_(workspace + cut.gradientsAt),
      stagedGridGrad_(reinterpret_cast<double*>(workspace + cut.gridGradAt)),
      elementSize_(static_cast<int64_t>(SizeOf(args.gradOutput.dtype))) {}

void SortedGridSamples::Sort(int64_t first, int64_t images) {
  first_ = first;
  images_ = images;
  const int64_t pieces = images * cut_.pieces;
  cpu_.ParallelFor(pieces, [&](int64_t task) { LocatePiece(task / cut_.pieces, task % cut_.pieces); });
  cpu_.ParallelFor(images, [&](int64_t image) { PlaceBuckets(image); });
  cpu_.ParallelFor(pieces, [&](int64_t task) { SortPiece(task / cut_.pieces, task % cut_.pieces); });
}

SortedGridSamples::Range SortedGridSamples::SamplesOf(int64_t piece) const {
  return {std::min(cut_.samples, piece * cut_.pieceSamples),
          std::min(cut_.samples, (piece + 1) * cut_.pieceSamples)};
}

int64_t* SortedGridSamples::CountsOf(int64_t image, int64_t piece) const {
  return counts_ + (image * cut_.pieces + piece) * cut_.buckets;
}

std::byte* SortedGridSamples::PackedGradients(int64_t image) const {
  return packedGradients_ + image * cut_.samples * cut_.lanes * elementSize_;
}

double* SortedGridSamples::StagedGridGrad(int64_t image, int64_t chunk) const {
  return stagedGridGrad_ + (image * cut_.chunks + chunk) * cut_.samples * 2;
}

void SortedGridSamples::LocatePiece(int64_t image, int64_t piece) const {
  const TileReader grid(args_.grid);
  const Range range = SamplesOf(piece);
  int64_t* counts = CountsOf(image, piece);
  std::fill_n(counts, cut_.buckets, 0);
  GridPoints points;
  TileBuffer buffer;
  std::array<float, 2 * kGridTile> padded{};
  ForEachTile(range.begin, range.end, kTile, [&](int64_t begin, int64_t count) {
    const float* values = grid.Read(((first_ + image) * cut_.samples + begin) * 2, count * 2, buffer);
    if (count < kTile) {
      std::copy_n(values, count * 2, padded.data());
      values = padded.data();
    }
    LocateGridPoints(args_, values, count, points);
    uint32_t* buckets = buckets_ + image * cut_.samples + begin;
    FindBuckets(points, count, buckets);
    for (int64_t i = 0; i < count; ++i) {
      ++counts[buckets[i]];
    }
  });
}

void SortedGridSamples::FindBuckets(const GridPoints& points, int64_t count, uint32_t* buckets) const {
  const auto nowhere = static_cast<uint32_t>(cut_.buckets - 1);
  if (cut_.segments == 1) {
    for (int64_t i = 0; i < count; ++i) {
      // -1 is the largest of all.
      buckets[i] = std::min(static_cast<uint32_t>(points.y0[static_cast<size_t>(i)] + 1), nowhere);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    const int64_t column = points.x0[static_cast<size_t>(i)];
    const int64_t row = points.y0[static_cast<size_t>(i)] + int64_t{1};
    const int64_t segment = std::max(column, int64_t{0}) / cut_.segmentColumns;
    buckets[i] =
        column == GridPoints::kNowhere ? nowhere : static_cast<uint32_t>(row * cut_.segments + segment);
  }
}

// Turns numbers of samples, by piece and bucket, into places in the order.
void SortedGridSamples::PlaceBuckets(int64_t image) const {
  int64_t place = 0;
  for (int64_t bucket = 0; bucket < cut_.buckets; ++bucket) {
    for (int64_t piece = 0; piece < cut_.pieces; ++piece) {
      place += std::exchange(CountsOf(image, piece)[bucket], place);
    }
  }
}

// Leaves the counts at the end of each bucket's share of the piece.
void SortedGridSamples::SortPiece(int64_t image, int64_t piece) const {
  const TileReader grid(args_.grid);
  const Range range = SamplesOf(piece);
  const int64_t first = image * cut_.samples;
  int64_t* order = order_ + first;
  float* pairs = pairs_ + 2 * first;
  int64_t* ends = CountsOf(image, piece);
  const int64_t nowhere = ends[cut_.buckets - 1];
  TileBuffer buffer;
  std::array<int64_t, kGridTile> places;
  ForEachTile(
      range.begin, range.end, kTile, [=, this, &grid, &buffer, &places](int64_t begin, int64_t count) {
        const float* values = grid.Read((first_ * cut_.samples + first + begin) * 2, count * 2, buffer);
        const uint32_t* buckets = buckets_ + first + begin;
        for (int64_t i = 0; i < count; ++i) {
          const int64_t place = ends[buckets[i]]++;
          order[place] = begin + i;
          std::copy_n(values + 2 * i, 2, pairs + 2 * place);
          places[static_cast<size_t>(i)] = place;
        }
        if (cut_.packsGradients) {
          PackGradients(image, begin, count, places.data());
        }
      });
  if (cut_.gathers) {
    // Samples that touch no pixel are not looked at again.
    alignas(64) constexpr GridGradTile kZeros{};
    ForEachTile(nowhere, ends[cut_.buckets - 1], kTile, [&](int64_t place, int64_t count) {
      for (int64_t chunk = 0; chunk < cut_.chunks; ++chunk) {
        WriteGridGrad(image, chunk, place, count, kZeros);
      }
    });
  }
}

// Gradients of a tile of samples, to their places in the order.
void SortedGridSamples::PackGradients(int64_t image, int64_t begin, int64_t count,
                                      const int64_t* places) const {
  const TensorView& view = args_.gradOutput;
  const int64_t columns = view.dims[3];
  const int64_t end = begin + count;
  while (begin < end) {
    const int64_t row = begin / columns;
    const int64_t rowEnd = cut_.evenGradients ? end : std::min(end, (row + 1) * columns);
    PackGridRows({.data = view.data + GridByteOffset(view, first_ + image, 0, row, begin % columns),
                  .dtype = view.dtype,
                  .channels = cut_.channels,
                  .channelStride = view.strides[1],
                  .pixels = rowEnd - begin,
                  .pixelStride = view.strides[columns == 1 ? 2 : 3]},
                 places, PackedGradients(image), cut_.lanes);
    places += rowEnd - begin;
    begin = rowEnd;
  }
}

// The places in the order of a bucket's samples.
SortedGridSamples::Range SortedGridSamples::PlacesOf(int64_t image, int64_t cellRow, int64_t segment) const {
  const int64_t row = cellRow + 1;
  if (row >= cut_.bucketRows) {
    return {0, 0};
  }
  const int64_t bucket = row * cut_.segments + segment;
  const int64_t* ends = CountsOf(image, cut_.pieces - 1);
  return {bucket == 0 ? 0 : ends[bucket - 1], ends[bucket]};
}

void SortedGridSamples::Locate(int64_t image, int64_t place, int64_t count, GridPoints& points) const {
  LocateGridPoints(args_, pairs_ + 2 * (image * cut_.samples + place), count, points);
}

GridGradients SortedGridSamples::GradientsOf(int64_t image, int64_t place, int64_t channel) const {
  if (cut_.packsGradients) {
    const int64_t stride = cut_.lanes * elementSize_;
    return {args_.gradOutput.dtype, PackedGradients(image) + place * stride + channel * elementSize_, stride,
            nullptr};
  }
  const TensorView& view = args_.gradOutput;
  return {view.dtype, view.data + GridByteOffset(view, first_ + image, channel, 0, 0),
          view.strides[view.dims[3] == 1 ? 2 : 3] * elementSize_, order_ + image * cut_.samples + place};
}

void SortedGridSamples::WriteGridGrad(int64_t image, int64_t chunk, int64_t place, int64_t count,
                                      const GridGradTile& gridGrad) const {
  const int64_t* order = order_ + image * cut_.samples + place;
  if (cut_.stagesGridGrad) {
    ScatterPairs<2 * sizeof(double)>(gridGrad.data(), order, count, StagedGridGrad(image, chunk));
    return;
  }
  TileBuffer rounded;
  ConvertTo(args_.gridGrad.dtype, gridGrad.data(), rounded.data(), 2 * count, Stores::kCached);
  std::byte* pairs = args_.gridGrad.data + (first_ + image) * cut_.samples * 2 * elementSize_;
  if (args_.gridGrad.dtype == DType::kFloat) {
    ScatterPairs<2 * sizeof(float)>(rounded.data(), order, count, pairs);
  } else {
    ScatterPairs<2 * sizeof(uint16_t)>(rounded.data(), order, count, pairs);
  }
}

void SortedGridSamples::FinishGridGrad() const {
  if (cut_.stagesGridGrad) {
    cpu_.ParallelFor(images_ * cut_.pieces,
                     [&](int64_t task) { FinishPiece(task / cut_.pieces, task % cut_.pieces); });
  }
}

void SortedGridSamples::FinishPiece(int64_t image, int64_t piece) const {
  const TileWriter gridGrad(args_.gridGrad);
  const Range range = SamplesOf(piece);
  ForEachTile(range.begin * 2, range.end * 2, kTileElements, [&](int64_t begin, int64_t count) {
    DoubleTileBuffer sums;
    std::copy_n(StagedGridGrad(image, 0) + begin, count, sums.data());
    for (int64_t chunk = 1; chunk < cut_.chunks; ++chunk) {
      const double* staged = StagedGridGrad(image, chunk) + begin;
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += staged[i];
      }
    }
    gridGrad.Write((first_ + image) * cut_.samples * 2 + begin, count, sums.data());
  });
}

}  // namespace openaclnn
