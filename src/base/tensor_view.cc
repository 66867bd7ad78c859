// SPDX-License-Identifier: Apache-2.0
#include "base/tensor_view.h"

#include <algorithm>
#include <limits>

#include "base/checked_math.h"

namespace openaclnn {

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
