// SPDX-License-Identifier: Apache-2.0
#include "base/tensor_view.h"

#include <algorithm>
#include <limits>

#include "base/checked_math.h"

namespace openaclnn {

bool TensorView::Contiguous() const {
  if (Empty()) {
    return true;
  }
  int64_t expected = 1;
  for (int d = rank - 1; d >= 0; --d) {
    const auto i = static_cast<size_t>(d);
    if (dims[i] != 1 && strides[i] != expected) {
      return false;
    }
    expected *= dims[i];
  }
  return true;
}

int64_t TensorView::Extent() const {
  if (Empty()) {
    return 0;
  }
  int64_t last = 0;
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) {
    last += (dims[d] - 1) * strides[d];
  }
  return last + 1;
}

void ContiguousStrides(std::span<const int64_t> dims, std::span<int64_t> strides) {
  int64_t stride = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    strides[d] = stride;
    // Of absurd dims any stride will do: no element is reached by it.
    stride =
        CheckedMultiply(stride, std::max<int64_t>(dims[d], 1)).value_or(std::numeric_limits<int64_t>::max());
  }
}

TensorView BroadcastTo(const TensorView& view, std::span<const int64_t> dims) {
  TensorView result;
  result.data = view.data;
  result.dtype = view.dtype;
  result.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), result.dims.begin());
  const size_t missing = dims.size() - static_cast<size_t>(view.rank);
  for (size_t d = missing; d < dims.size(); ++d) {
    result.strides[d] = view.dims[d - missing] == 1 ? 0 : view.strides[d - missing];
  }
  return result;
}

}  // namespace openaclnn
