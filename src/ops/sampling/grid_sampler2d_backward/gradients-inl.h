// SPDX-License-Identifier: Apache-2.0
//
// What belongs to samples: their grid values, and their gradients as packed rows. Include after
// simd/per_target.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"
#include "ops/sampling/grid_sampler2d_backward/blend-inl.h"
#include "ops/sampling/grid_sampler2d_backward/locate-inl.h"
#include "ops/sampling/packed_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {

// Calls visit(begin, count) for the tiles of some samples.
template <typename Visit>
void ForEachTile(const Range& range, const Visit& visit) {
  for (int64_t begin = range.begin; begin < range.end; begin += kTileSamples) {
    visit(begin, std::min(kTileSamples, range.end - begin));
  }
}

// The grid values of samples as they come.
class GridReader {
 public:
  explicit GridReader(const TensorView& grid) : tiles_(grid) {}

  // The pairs of a tile of samples, counted over all images: so many as a whole tile has may be read.
  const float* Read(int64_t sample, int64_t count, TileBuffer& buffer) const {
    const float* pairs = tiles_.Read(2 * sample, 2 * count, buffer);
    if (count < kTileSamples) {
      if (pairs != buffer.data()) {
        std::copy_n(pairs, 2 * count, buffer.data());
      }
      std::fill(buffer.data() + 2 * count, buffer.data() + 2 * kTileSamples, 0.0F);
      return buffer.data();
    }
    return pairs;
  }

 private:
  TileReader tiles_;
};

// The gradients of samples as they come.
template <class Format>
class GradientReader {
 public:
  explicit GradientReader(const TensorView& gradOutput)
      : view_(gradOutput),
        columns_(view_.dims[3]),
        columnStride_(view_.strides[3]),
        rowStride_(view_.strides[2]) {
    if (columns_ == 1 || rowStride_ == columns_ * columnStride_) {  // one long row
      columnStride_ = columns_ == 1 ? rowStride_ : columnStride_;
      columns_ = view_.dims[2] * view_.dims[3];
    }
  }

  // The rows of samples [begin, begin + count) of an image.
  void Read(const Channels& channels, int64_t begin, int64_t count, float* rows, int64_t lanes) const {
    const auto* from = reinterpret_cast<const typename Format::Element*>(view_.data) +
                       ElementAt(view_, channels.image, channels.first, 0, 0);
    while (count > 0) {
      const int64_t row = begin / columns_;
      const int64_t column = begin - row * columns_;
      const int64_t run = std::min(count, columns_ - column);
      ReadRows<Format>({from + row * rowStride_ + column * columnStride_, channels.count, view_.strides[1],
                        run, columnStride_},
                       rows, lanes);
      rows += run * lanes;
      begin += run;
      count -= run;
    }
  }

  // The same, but only those that touch a pixel need be right.
  void ReadActive(const Channels& channels, int64_t begin, int64_t count, const Samples& samples, float* rows,
                  int64_t lanes) const {
    constexpr int64_t kSparse = 8;
    if (samples.actives * kSparse > count) {
      Read(channels, begin, count, rows, lanes);
      return;
    }
    for (int64_t k = 0; k < samples.actives; ++k) {
      const int64_t i = samples.active[static_cast<size_t>(k)];
      Read(channels, begin + i, 1, rows + i * lanes, lanes);
    }
  }

 private:
  TensorView view_;
  int64_t columns_;
  int64_t columnStride_;
  int64_t rowStride_;
};

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
