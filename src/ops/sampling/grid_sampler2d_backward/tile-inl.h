// SPDX-License-Identifier: Apache-2.0
//
// The pixels that a task works on, packed: what samples read there, and the sums of what they add. Include
// after simd/per_target.h.
//
// Sums are float32, of up to 4 channels float64. So that their error does not grow with the number of samples
// in a cell, the visits of each cell are counted: after so many, the sums of its pixels are spilled to
// float64 ones and begin anew.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/tensor_view.h"
#include "ops/sampling/grid_sampler2d_backward/partition.h"
#include "ops/sampling/packed_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::grid_sampler;  // NOLINT(google-build-using-namespace): the room's own, outside of
                                          // targets

// Element [n, c, h, w], counted from the tensor's first.
inline int64_t ElementAt(const TensorView& view, int64_t n, int64_t c, int64_t h, int64_t w) {
  return n * view.strides[0] + c * view.strides[1] + h * view.strides[2] + w * view.strides[3];
}

// Channels of an image.
struct Channels {
  int64_t image;
  int64_t first;
  int64_t count;
};

struct Tile {
  Tile(const TileLayout& layout, std::byte* slot, const Rectangle& pixels, const Channels& some)
      : owned(pixels),
        channels(some),
        lanes(LanesOf(some.count)),
        pitch(layout.pitch),
        rows(pixels.rows + 2),
        input(reinterpret_cast<float*>(slot + layout.inputAt)),
        sums(reinterpret_cast<float*>(slot + layout.sumsAt)),
        spilled(reinterpret_cast<double*>(slot + layout.spilledAt)),
        visits(reinterpret_cast<uint8_t*>(slot + layout.visitsAt)),
        spilledPixels(reinterpret_cast<uint8_t*>(slot + layout.spilledPixelsAt)) {}

  // Where the packed row of a pixel begins, in elements; counted as in the image.
  [[nodiscard]] int64_t Pixel(int64_t row, int64_t column) const {
    return (row - owned.row + 1) * pitch + column - owned.column + 1;
  }

  Rectangle owned;
  Channels channels;
  int64_t lanes;
  int64_t pitch;  // pixels from row to row
  int64_t rows;   // with those of the border
  float* input;
  float* sums;
  double* spilled;
  uint8_t* visits;
  uint8_t* spilledPixels;  // whether a pixel's float64 sums are in use; they are not filled before
};

// Reads the owned pixels and those around them, zeros where these are outside of the image.
template <class Format>
void ReadInput(const TensorView& view, const Tile& tile) {
  const Rectangle& owned = tile.owned;
  const int64_t rowElements = tile.pitch * tile.lanes;
  const int64_t begin = std::max(owned.column - 1, int64_t{0});
  const int64_t end = std::min(owned.column + owned.columns + 1, view.dims[3]);
  for (int64_t row = 0; row < tile.rows; ++row) {
    float* const packed = tile.input + row * rowElements;
    const int64_t imageRow = owned.row - 1 + row;
    if (imageRow < 0 || imageRow >= view.dims[2]) {
      std::fill_n(packed, rowElements, 0.0F);
      continue;
    }
    float* const first = packed + (begin - owned.column + 1) * tile.lanes;
    std::fill(packed, first, 0.0F);
    ReadRows<Format>({reinterpret_cast<const typename Format::Element*>(view.data) +
                          ElementAt(view, tile.channels.image, tile.channels.first, imageRow, begin),
                      tile.channels.count, view.strides[1], end - begin, view.strides[3]},
                     first, tile.lanes);
    std::fill(first + (end - begin) * tile.lanes, packed + rowElements, 0.0F);
  }
}

inline void ClearSums(const Tile& tile) {
  if (IsNarrow(tile.lanes)) {
    std::fill_n(tile.spilled, tile.rows * tile.pitch * tile.lanes, 0.0);
    return;
  }
  std::fill_n(tile.sums, tile.rows * tile.pitch * tile.lanes, 0.0F);
  std::fill_n(tile.visits, tile.rows * tile.pitch, uint8_t{0});
  std::fill_n(tile.spilledPixels, tile.rows * tile.pitch, uint8_t{0});
}

// Visits of a cell before it is spilled: with those of the neighbouring cells a sum has at most 16 terms.
inline constexpr uint8_t kMostVisits = 4;

// Moves the sums of a cell's pixels, so many in each direction, to the float64 ones, for its next visit.
HWY_NOINLINE inline void SpillCell(const Tile& tile, int64_t cell, int64_t pixels) {
  tile.visits[cell] = 1;
  for (int64_t k = 0; k < pixels * pixels; ++k) {
    const int64_t pixel = cell + k / 2 * tile.pitch + k % 2;
    const bool first = tile.spilledPixels[pixel] == 0;
    tile.spilledPixels[pixel] = 1;
    for (int64_t i = pixel * tile.lanes; i < (pixel + 1) * tile.lanes; ++i) {
      tile.spilled[i] = (first ? 0 : tile.spilled[i]) + static_cast<double>(tile.sums[i]);
      tile.sums[i] = 0;
    }
  }
}

// Puts the sums of some elements together; `to` may be the float32 ones.
inline void FinishSums(const Tile& tile, int64_t first, int64_t count, float* to) {
  ForEachVector(hn::ScalableTag<double>(), count, [&](auto d, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(d)> floats;
    auto sum = hn::LoadU(d, tile.spilled + first + i);
    if (!IsNarrow(tile.lanes)) {
      sum = hn::Add(sum, hn::PromoteTo(d, hn::LoadU(floats, tile.sums + first + i)));
    }
    hn::StoreU(Demote(floats, sum), floats, to + i);
  });
}

// Writes the sums of the owned pixels, rounding once.
template <class Format>
void WriteInputGrad(const TensorView& view, const Tile& tile) {
  using Element = typename Format::Element;
  const Rectangle& owned = tile.owned;
  for (int64_t row = owned.row; row < owned.row + owned.rows; ++row) {
    const int64_t begin = tile.Pixel(row, owned.column);
    const int64_t first = begin * tile.lanes;
    const Patch<Element> patch{
        reinterpret_cast<Element*>(view.data) +
            ElementAt(view, tile.channels.image, tile.channels.first, row, owned.column),
        tile.channels.count, view.strides[1], owned.columns, view.strides[3]};
    if (!IsNarrow(tile.lanes)) {
      for (int64_t pixel = begin; pixel < begin + owned.columns; ++pixel) {
        if (HWY_UNLIKELY(tile.spilledPixels[pixel] != 0)) {
          FinishSums(tile, pixel * tile.lanes, tile.lanes, tile.sums + pixel * tile.lanes);
        }
      }
      WriteRows<Format>(tile.sums + first, tile.lanes, patch);
      continue;
    }
    ForEachPackedPart(owned.columns, tile.lanes, [&](int64_t column, int64_t count) HWY_ATTR {
      std::array<float, kPackedElements> finished;
      FinishSums(tile, first + column * tile.lanes, count * tile.lanes, finished.data());
      WriteRows<Format>(finished.data(), tile.lanes, patch.From(column, count));
    });
  }
}

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
