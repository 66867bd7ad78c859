// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/tensor_view.h"

namespace openaclnn {

// A part of a tensor, or all of it with its dims arranged in another way: a view whose address is an offset
// from the tensor's. Strides may be negative.
class Window {
 public:
  explicit Window(const TensorView& view) : view_(view) {}

  // Every step-th of the elements along a dim, `count` of them from `start` on.
  void Narrow(size_t dim, int64_t start, int64_t count, int64_t step = 1);
  // The elements along a dim in the other direction.
  void Flip(size_t dim);
  void Permute(std::span<const size_t> order);
  // A further dim, of extent 1; none is there beyond 8.
  void Insert(size_t dim);
  // A dim of extent 1 is left out.
  void Remove(size_t dim);
  // A dim as two, the inner one of `inner` elements.
  void Split(size_t dim, int64_t inner);
  // A dim and the next one as one, along which both indices grow: a diagonal.
  void Join(size_t dim);
  // A single dim as some that hold as many elements.
  void Unflatten(std::span<const int64_t> dims);

  [[nodiscard]] const TensorView& View() const { return view_; }
  [[nodiscard]] int64_t Offset() const { return offset_; }  // in bytes
  [[nodiscard]] size_t Rank() const { return static_cast<size_t>(view_.rank); }
  [[nodiscard]] int64_t Dim(size_t dim) const { return view_.dims[dim]; }

 private:
  TensorView view_;
  int64_t offset_ = 0;
};

}  // namespace openaclnn
