// SPDX-License-Identifier: Apache-2.0
#pragma once

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

  int rank_ = 1;  // at least 1: a single element is one dim of size 1, no element one of size 0
  std::array<int64_t, kMaxRank> dims_{};
  std::array<int64_t, kMaxRank> strides_{};
};

}  // namespace openaclnn
