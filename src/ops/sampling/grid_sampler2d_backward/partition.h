// SPDX-License-Identifier: Apache-2.0
//
// What phase one decides on the gradients of a grid sampler.
//
// A chunk is some channels that are worked on together. Their pixels, with a border of one pixel around them,
// are packed as rows of channels: a tile. An image whose tile fits in a cache is one tile; others are cut
// into bands along one axis, and their samples are sorted by bands first.
//
// A sample belongs to a cell: the square between the centres of four pixels, numbered as its north-west one;
// cells begin at row and column -1. For nearest, a cell is a pixel. A cell in the last row of a band touches
// the next band, too: such cells are a bucket of their own, between those of the two bands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/sample_tiles.h"

namespace openaclnn::grid_sampler {

/// Whether rows are so short that a vector has room for them in float64: they are added up there at once.
[[nodiscard]] constexpr bool IsNarrow(int64_t lanes) {
  return lanes <= 4;
}

struct Range {
  int64_t begin;
  int64_t end;
};

/// Pixels of an image.
struct Rectangle {
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;
};

/// What fixes the bits of the results: from shapes and attributes alone.
struct Partition {
  Partition() = default;
  explicit Partition(const GridSampler2DBackwardArgs& args);

  [[nodiscard]] bool Empty() const { return images == 0 || channels == 0; }
  [[nodiscard]] bool Sorted() const { return bands > 1; }
  [[nodiscard]] int64_t Buckets() const { return 2 * bands + 1; }
  /// The bucket of samples that touch no pixel.
  [[nodiscard]] int64_t Nowhere() const { return 2 * bands; }
  [[nodiscard]] int64_t BucketOf(int64_t cell) const {
    const int64_t band = std::max(cell, int64_t{0}) >> bandShift;
    const bool isLast = !nearest && ((cell + 1) >> bandShift) > band;
    return 2 * band + (isLast ? 1 : 0);
  }
  [[nodiscard]] int64_t ChannelsOf(int64_t chunk) const {
    return std::min(chunkChannels, channels - chunk * chunkChannels);
  }
  [[nodiscard]] Rectangle PixelsOf(int64_t band) const {
    const int64_t begin = band << bandShift;
    const int64_t end = std::min((band + 1) << bandShift, cutsRows ? height : width);
    return cutsRows ? Rectangle{begin, end - begin, 0, width} : Rectangle{0, height, begin, end - begin};
  }

  bool nearest = false;
  int64_t images = 0;
  int64_t channels = 0;
  int64_t height = 0;
  int64_t width = 0;
  int64_t samples = 0;  // of an image

  int64_t chunkChannels = 0;
  int64_t chunks = 0;
  bool cutsRows = true;  // else columns
  int bandShift = 62;    // a band has 2^bandShift rows or columns, the last one what is left
  int64_t bands = 1;
};

/// What does not: how much is worked on at a time, and where it lies in the workspace.
struct Schedule {
  Schedule() = default;
  Schedule(const GridSampler2DBackwardArgs& args, const Partition& partition);

  [[nodiscard]] Range SamplesOf(int64_t piece, int64_t samples) const {
    return {std::min(samples, piece * pieceSamples), std::min(samples, (piece + 1) * pieceSamples)};
  }

  bool scatters = false;        // whether inputGrad is wanted and has elements
  bool gathers = false;         // whether gridGrad is wanted and not simply 0
  bool stagesGridGrad = false;  // parts of chunks, or results in the order of the sorted samples

  int64_t roundImages = 1;   // images that are worked on together
  int64_t pieceSamples = 0;  // samples of an image that are sorted, or written, by one task
  int64_t pieces = 0;
  int64_t slots = 0;  // tiles that are worked on at one time

  // Where things lie in the workspace; each but the slots has a part for each image of a round.
  size_t countsAt = 0;     // int64: for each piece and bucket
  size_t orderAt = 0;      // int64: samples, sorted
  size_t pairsAt = 0;      // float: grid values, sorted
  size_t gradientsAt = 0;  // float: for each chunk, packed rows of gradOutput, sorted
  size_t gridGradAt = 0;   // float: for each chunk and sample, a pair
  size_t slotsAt = 0;
  size_t slotBytes = 0;
  size_t workspaceBytes = 0;

 private:
  void PlaceImages(const GridSampler2DBackwardArgs& args, const Partition& partition);
};

/// A tile's arrays in its slot. Rows of pixels are packed with a border of one pixel around them.
struct TileLayout {
  explicit TileLayout(const Partition& partition);

  int64_t pitch;               // of all tiles, also of smaller ones
  size_t inputAt = 0;          // float: packed rows
  size_t sumsAt = 0;           // float: packed rows
  size_t spilledAt = 0;        // double: packed rows
  size_t visitsAt = 0;         // uint8: for each pixel
  size_t spilledPixelsAt = 0;  // uint8: for each pixel
  size_t gradientsAt = 0;      // float: packed rows of a few samples
  size_t bytes = 0;
};

struct State : Prepared {
  Partition partition;
  Schedule schedule;
};

[[nodiscard]] State Prepare(const GridSampler2DBackwardArgs& args);

}  // namespace openaclnn::grid_sampler
