// SPDX-License-Identifier: Apache-2.0
#include "kernels/memory_order.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace openaclnn {

void FollowMemory(std::initializer_list<TensorView*> views) {
  const TensorView first = **views.begin();
  const auto rank = static_cast<size_t>(first.rank);
  std::array<size_t, kMaxRank> order{};
  std::iota(order.begin(), order.end(), size_t{0});
  // Dims of size 1 may have any stride, and may go anywhere.
  const auto isOutside = [&](size_t a, size_t b) { return first.strides[a] > first.strides[b]; };
  const auto end = order.begin() + static_cast<ptrdiff_t>(rank);
  if (std::is_sorted(order.begin(), end, isOutside)) {
    return;
  }
  std::stable_sort(order.begin(), end, isOutside);
  for (TensorView* view : views) {
    const TensorView old = *view;
    for (size_t d = 0; d < rank; ++d) {
      view->dims[d] = old.dims[order[d]];
      view->strides[d] = old.strides[order[d]];
    }
  }
}

}  // namespace openaclnn
