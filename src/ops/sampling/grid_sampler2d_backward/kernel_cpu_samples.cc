// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_samples.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/tiles.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.h"

namespace openaclnn {
namespace {

constexpr auto kTile = static_cast<int64_t>(kGridTile);

}  // namespace

SortedGridSamples::SortedGridSamples(const GridSampler2DBackwardArgs& args, const GridCut& cut,
                                     std::byte* workspace, const backend::cpu::CpuContext& cpu)
    : args_(args),
      cut_(cut),
      cpu_(cpu),
      places_(reinterpret_cast<int64_t*>(workspace + cut.placesAt)),
      counts_(reinterpret_cast<int64_t*>(workspace + cut.countsAt)),
      order_(reinterpret_cast<int64_t*>(workspace + cut.orderAt)),
      pairs_(reinterpret_cast<float*>(workspace + cut.pairsAt)),
      packedGradients_(workspace + cut.gradientsAt),
      elementSize_(static_cast<int64_t>(SizeOf(args.gradOutput.dtype))) {}

void SortedGridSamples::Sort(int64_t first, int64_t images, const GridGradSums& gridGrad) {
  first_ = first;
  const int64_t pieces = images * cut_.pieces;
  cpu_.ParallelFor(pieces, [&](int64_t task) { LocatePiece(task / cut_.pieces, task % cut_.pieces); });
  cpu_.ParallelFor(images, [&](int64_t image) { PlaceBuckets(image); });
  cpu_.ParallelFor(pieces,
                   [&](int64_t task) { SortPiece(task / cut_.pieces, task % cut_.pieces, gridGrad); });
  if (cut_.packsGradients) {
    cpu_.ParallelFor(pieces * cut_.chunks, [&](int64_t task) {
      PackGradients(task / cut_.pieces / cut_.chunks, task / cut_.pieces % cut_.chunks, task % cut_.pieces);
    });
  }
}

int64_t* SortedGridSamples::CountsOf(int64_t image, int64_t piece) const {
  return counts_ + (image * cut_.pieces + piece) * cut_.buckets;
}

std::byte* SortedGridSamples::PackedGradients(int64_t image, int64_t chunk) const {
  return packedGradients_ + (image * cut_.chunks + chunk) * cut_.samples * cut_.chunkLanes * elementSize_;
}

void SortedGridSamples::LocatePiece(int64_t image, int64_t piece) const {
  const TileReader grid(args_.grid);
  const Range range = cut_.SamplesOf(piece);
  int64_t* counts = CountsOf(image, piece);
  std::fill_n(counts, cut_.buckets, 0);
  GridPoints points;
  ForEachTile(range.begin, range.end, kTile, [&](int64_t begin, int64_t count) {
    LocateGridPoints(args_, grid, (first_ + image) * cut_.samples + begin, count, points);
    int64_t* buckets = places_ + image * cut_.samples + begin;
    FindBuckets(points, count, buckets);
    for (int64_t i = 0; i < count; ++i) {
      ++counts[buckets[i]];
    }
  });
}

void SortedGridSamples::FindBuckets(const GridPoints& points, int64_t count, int64_t* buckets) const {
  const int64_t nowhere = cut_.buckets - 1;
  if (cut_.segments == 1) {
    for (int64_t i = 0; i < count; ++i) {
      // -1 is the largest of all.
      buckets[i] = std::min<int64_t>(static_cast<uint32_t>(points.y0[static_cast<size_t>(i)] + 1), nowhere);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    const int64_t column = points.x0[static_cast<size_t>(i)];
    const int64_t row = points.y0[static_cast<size_t>(i)] + int64_t{1};
    const int64_t segment = std::max(column, int64_t{0}) / cut_.segmentColumns;
    buckets[i] = column == GridPoints::kNowhere ? nowhere : row * cut_.segments + segment;
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

// Leaves the counts at the end of each bucket's share of the piece, and places where buckets were.
void SortedGridSamples::SortPiece(int64_t image, int64_t piece, const GridGradSums& gridGrad) const {
  const TileReader grid(args_.grid);
  const Range range = cut_.SamplesOf(piece);
  const int64_t first = image * cut_.samples;
  int64_t* order = order_ + first;
  float* pairs = pairs_ + 2 * first;
  int64_t* ends = CountsOf(image, piece);
  const int64_t nowhere = ends[cut_.buckets - 1];
  TileBuffer buffer;
  ForEachTile(range.begin, range.end, kTile, [=, this, &grid, &buffer](int64_t begin, int64_t count) {
    const float* values = grid.Read((first_ * cut_.samples + first + begin) * 2, count * 2, buffer);
    int64_t* places = places_ + first + begin;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t place = ends[places[i]]++;
      order[place] = begin + i;
      std::copy_n(values + 2 * i, 2, pairs + 2 * place);
      places[i] = place;
    }
  });
  if (cut_.gathers) {
    // Samples that touch no pixel are not looked at again.
    alignas(64) constexpr GridGradTile kZeros{};
    ForEachTile(nowhere, ends[cut_.buckets - 1], kTile, [&](int64_t place, int64_t count) {
      for (int64_t chunk = 0; chunk < cut_.chunks; ++chunk) {
        gridGrad.Write(image, chunk, order + place, count, kZeros);
      }
    });
  }
}

void SortedGridSamples::PackGradients(int64_t image, int64_t chunk, int64_t piece) const {
  const Range range = cut_.SamplesOf(piece);
  const int64_t channel = chunk * cut_.chunkLanes;
  PackGridGradients(args_.gradOutput,
                    {first_ + image, channel, std::min(cut_.chunkLanes, cut_.channels - channel)},
                    {range.begin, range.end - range.begin}, places_ + image * cut_.samples + range.begin,
                    PackedGradients(image, chunk), cut_.chunkLanes);
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

GridGradients SortedGridSamples::GradientsOf(int64_t image, int64_t chunk, int64_t place) const {
  const TensorView& view = args_.gradOutput;
  if (cut_.packsGradients) {
    const int64_t stride = cut_.chunkLanes * elementSize_;
    return {view.dtype, PackedGradients(image, chunk) + place * stride, stride, nullptr};
  }
  return {view.dtype, view.data + GridByteOffset(view, first_ + image, chunk * cut_.chunkLanes, 0, 0),
          view.strides[view.dims[3] == 1 ? 2 : 3] * elementSize_, OrderOf(image, place)};
}

const int64_t* SortedGridSamples::OrderOf(int64_t image, int64_t place) const {
  return order_ + image * cut_.samples + place;
}

}  // namespace openaclnn
