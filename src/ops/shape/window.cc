// SPDX-License-Identifier: Apache-2.0
#include "ops/shape/window.h"

#include <algorithm>

namespace openaclnn {

void Window::Narrow(size_t dim, int64_t start, int64_t count, int64_t step) {
  if (count > 0) {
    offset_ += start * view_.strides[dim] * static_cast<int64_t>(SizeOf(view_.dtype));
  }
  view_.dims[dim] = count;
  if (count > 1) {  // of a single element, the step may be any number
    view_.strides[dim] *= step;
  }
}

void Window::Flip(size_t dim) {
  if (view_.dims[dim] > 0) {
    offset_ += (view_.dims[dim] - 1) * view_.strides[dim] * static_cast<int64_t>(SizeOf(view_.dtype));
  }
  view_.strides[dim] = -view_.strides[dim];
}

void Window::Permute(std::span<const size_t> order) {
  const TensorView before = view_;
  for (size_t d = 0; d < order.size(); ++d) {
    view_.dims[d] = before.dims[order[d]];
    view_.strides[d] = before.strides[order[d]];
  }
}

void Window::Insert(size_t dim) {
  std::copy_backward(view_.dims.begin() + dim, view_.dims.begin() + Rank(), view_.dims.begin() + Rank() + 1);
  std::copy_backward(view_.strides.begin() + dim, view_.strides.begin() + Rank(),
                     view_.strides.begin() + Rank() + 1);
  view_.dims[dim] = 1;
  view_.strides[dim] = 0;
  ++view_.rank;
}

void Window::Remove(size_t dim) {
  std::copy(view_.dims.begin() + dim + 1, view_.dims.begin() + Rank(), view_.dims.begin() + dim);
  std::copy(view_.strides.begin() + dim + 1, view_.strides.begin() + Rank(), view_.strides.begin() + dim);
  --view_.rank;
}

void Window::Split(size_t dim, int64_t inner) {
  const int64_t extent = view_.dims[dim];
  const int64_t stride = view_.strides[dim];
  Insert(dim);
  view_.dims[dim] = inner == 0 ? 0 : extent / inner;
  view_.strides[dim] = stride * inner;
  view_.dims[dim + 1] = inner;
  view_.strides[dim + 1] = stride;
}

void Window::Join(size_t dim) {
  const int64_t extent = std::min(view_.dims[dim], view_.dims[dim + 1]);
  const int64_t stride = view_.strides[dim] + view_.strides[dim + 1];
  Remove(dim);
  view_.dims[dim] = extent;
  view_.strides[dim] = stride;
}

void Window::Unflatten(std::span<const int64_t> dims) {
  const int64_t stride = view_.strides[0];
  view_.rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, view_.dims.begin());
  ContiguousStrides(dims, {view_.strides.data(), dims.size()});
  for (size_t d = 0; d < dims.size(); ++d) {
    view_.strides[d] *= stride;
  }
}

}  // namespace openaclnn
