// SPDX-License-Identifier: Apache-2.0
#include "tensor/objects.h"

#include <algorithm>

#include "base/checked_math.h"

namespace openaclnn {

std::string ShapeText(std::span<const int64_t> dims) {
  std::string text = "[";
  for (size_t d = 0; d < dims.size(); ++d) {
    text += (d == 0 ? "" : ", ") + std::to_string(dims[d]);
  }
  return text + "]";
}

int64_t OffsetBytes(const aclTensor& tensor) {
  const bool empty = std::find(tensor.viewDims.begin(), tensor.viewDims.end(), 0) != tensor.viewDims.end();
  return empty ? 0 : tensor.offset * static_cast<int64_t>(SizeOf(tensor.dtype));
}

TensorView ViewOf(const aclTensor& tensor) {
  TensorView view;
  view.dtype = tensor.dtype;
  view.rank = static_cast<int>(tensor.viewDims.size());
  std::copy(tensor.viewDims.begin(), tensor.viewDims.end(), view.dims.begin());
  std::copy(tensor.strides.begin(), tensor.strides.end(), view.strides.begin());
  // A dim of size 1 is never stepped along, so its stride may be any number, even one whose multiples
  // overflow. Kernels see the one that a row-major tensor would have there.
  int64_t inner = 1;
  for (size_t d = tensor.strides.size(); d-- > 0;) {
    if (view.dims[d] == 1) {
      view.strides[d] = inner;
    }
    inner = CheckedMultiply(view.dims[d], view.strides[d]).value_or(0);
  }
  if (tensor.data != nullptr) {
    view.data = static_cast<std::byte*>(tensor.data) + OffsetBytes(tensor);
  }
  return view;
}

}  // namespace openaclnn
