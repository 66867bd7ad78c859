// SPDX-License-Identifier: Apache-2.0
#include "base/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace openaclnn {
namespace {

// With the dims in this order, the last one innermost.
TensorView Reordered(const TensorView& view, const std::array<size_t, kMaxRank>& order) {
  TensorView reordered = view;
  for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
    reordered.dims[d] = view.dims[order[d]];
    reordered.strides[d] = view.strides[order[d]];
  }
  return reordered;
}

}  // namespace

const char* LayoutName(const TensorView& view) {
  if (view.Empty()) {
    return "empty";
  }
  if (view.Contiguous()) {
    return "contiguous";
  }
  const auto rank = static_cast<size_t>(view.rank);
  std::array<size_t, kMaxRank> order{0, 1, 2, 3, 4, 5, 6, 7};
  for (size_t d = 0; d < rank; ++d) {
    if (view.strides[d] == 0 && view.dims[d] > 1) {
      return "broadcast";
    }
  }
  if (rank >= 3) {
    std::rotate(order.begin() + 1, order.begin() + 2, order.begin() + static_cast<ptrdiff_t>(rank));
    if (Reordered(view, order).Contiguous()) {
      return "channels-last";
    }
  }
  // Dims of size 1 go last: their strides mean nothing.
  std::stable_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(rank), [&](size_t a, size_t b) {
    const bool aSteps = view.dims[a] > 1;
    const bool bSteps = view.dims[b] > 1;
    return aSteps && bSteps ? view.strides[a] > view.strides[b] : aSteps && !bSteps;
  });
  return Reordered(view, order).Contiguous() ? "permuted" : "strided";
}

}  // namespace openaclnn
