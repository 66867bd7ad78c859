// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// The dims of a view, without those of size 1 and with neighbours merged where one stride steps through both.
// Row-major order stays as it is.
class MergedDims {
 public:
  explicit MergedDims(const TensorView& view);

  // Some runs of equal length and stride, one after the other in row-major order.
  struct Plane {
    int64_t offset;  // of the first element
    int64_t rows;
    int64_t rowStride;  // from run to run
    int64_t columns;
    int64_t columnStride;  // inside a run
  };

  // Calls piece(plane) for the planes, as large as possible, that make up elements [begin, begin + count), in
  // order.
  template <typename Piece>
  void ForEachPlane(int64_t begin, int64_t count, const Piece& piece) const {
    std::array<int64_t, kMaxRank> index{};
    int64_t offset = Locate(begin, index);
    const auto inner = static_cast<size_t>(rank_ - 1);
    while (count > 0) {
      Plane plane{offset, 1, 0, std::min(dims_[inner] - index[inner], count), strides_[inner]};
      if (inner > 0 && plane.columns == dims_[inner]) {
        plane.rows = std::min(dims_[inner - 1] - index[inner - 1], count / plane.columns);
        plane.rowStride = strides_[inner - 1];
        index[inner - 1] += plane.rows;
        offset += plane.rows * plane.rowStride;
      } else {
        index[inner] += plane.columns;
        offset += plane.columns * plane.columnStride;
      }
      piece(plane);
      count -= plane.rows * plane.columns;
      for (size_t d = inner; d > 0; --d) {
        if (index[d] == dims_[d]) {
          index[d] = 0;
          ++index[d - 1];
          offset += strides_[d - 1] - dims_[d] * strides_[d];
        }
      }
    }
  }

  // Calls piece(offset, stride, count) for the runs of one stride that make up elements [begin, begin +
  // count), in order.
  template <typename Piece>
  void ForEachRun(int64_t begin, int64_t count, const Piece& piece) const {
    ForEachPlane(begin, count, [&](const Plane& plane) {
      for (int64_t row = 0; row < plane.rows; ++row) {
        piece(plane.offset + row * plane.rowStride, plane.columnStride, plane.columns);
      }
    });
  }

  // What is left of the innermost dim from an element on.
  struct Run {
    int64_t offset;  // of the first element
    int64_t stride;
    int64_t count;
  };
  [[nodiscard]] Run RunFrom(int64_t begin) const {
    std::array<int64_t, kMaxRank> index{};
    const int64_t offset = Locate(begin, index);
    const auto inner = static_cast<size_t>(rank_ - 1);
    return {offset, strides_[inner], dims_[inner] - index[inner]};
  }

  [[nodiscard]] bool Contiguous() const { return rank_ == 1 && strides_[0] == 1; }

 private:
  // The offset of an element; fills in its index.
  int64_t Locate(int64_t element, std::array<int64_t, kMaxRank>& index) const;

  int rank_ = 1;  // at least 1: a single element is one dim of size 1, no element one of size 0
  std::array<int64_t, kMaxRank> dims_{};
  std::array<int64_t, kMaxRank> strides_{};
};

}  // namespace openaclnn
