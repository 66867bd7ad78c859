// SPDX-License-Identifier: Apache-2.0
//
// How kernels see tensors: as rows of float32, whatever the dtype and strides. A tile is a short run of
// consecutive elements in the row-major order of the view's dims; reading one costs a pass over level-one
// cache at most, and nothing for contiguous FLOAT, where it is the tensor's own memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// Elements of a tile: a few tiles of float32 fit in any level-one cache, and the bookkeeping for one is a
// small part of the work on it.
inline constexpr int64_t kTileElements = 1024;

using TileBuffer = std::array<float, kTileElements>;

// The dims of a view, without those of size 1 and with neighbours merged where one stride steps through both.
// Row-major order stays as it is.
class MergedDims {
 public:
  explicit MergedDims(const TensorView& view);

  // Calls piece(offset, stride, count) for the runs of one stride that make up elements [begin, begin +
  // count), in order.
  template <typename Piece>
  void ForEachRun(int64_t begin, int64_t count, const Piece& piece) const {
    std::array<int64_t, kMaxRank> index{};
    int64_t offset = Locate(begin, index);
    const auto inner = static_cast<size_t>(rank_ - 1);
    while (count > 0) {
      const int64_t left = dims_[inner] - index[inner];
      const int64_t run = left < count ? left : count;
      piece(offset, strides_[inner], run);
      count -= run;
      index[inner] += run;
      offset += run * strides_[inner];
      for (size_t d = inner; d > 0 && index[d] == dims_[d]; --d) {
        index[d] = 0;
        ++index[d - 1];
        offset += strides_[d - 1] - dims_[d] * strides_[d];
      }
    }
  }

  [[nodiscard]] bool Contiguous() const { return rank_ == 1 && strides_[0] == 1; }

 private:
  // The offset of an element; fills in its index.
  int64_t Locate(int64_t element, std::array<int64_t, kMaxRank>& index) const;

  int rank_ = 1;  // at least 1: a single element is one dim of size 1
  std::array<int64_t, kMaxRank> dims_{};
  std::array<int64_t, kMaxRank> strides_{};
};

// Reads tiles of a FLOAT, FLOAT16 or BFLOAT16 view.
class TileReader {
 public:
  explicit TileReader(const TensorView& view);

  // Elements [begin, begin + count), count <= kTileElements: in `buffer`, or where they lie.
  const float* Read(int64_t begin, int64_t count, TileBuffer& buffer) const;

 private:
  const std::byte* data_;
  DType dtype_;
  MergedDims dims_;
};

// Writes tiles of a FLOAT, FLOAT16 or BFLOAT16 view, rounding once, to nearest even.
class TileWriter {
 public:
  explicit TileWriter(const TensorView& view);

  // Where to compute the tile [begin, begin + count): `buffer`, or the tensor's own memory. Then Write it.
  float* Prepare(int64_t begin, TileBuffer& buffer) const;
  void Write(int64_t begin, int64_t count, const float* tile) const;

 private:
  std::byte* data_;
  DType dtype_;
  MergedDims dims_;
};

// Sets every element of the view to zero, on the calling thread.
void FillZero(const TensorView& view);

}  // namespace openaclnn
