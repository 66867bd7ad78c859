// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

/// A view of one dim, of what is read or written. Without data it is a shape to plan for.
inline TensorView RowView(DType dtype, int64_t count, const void* data = nullptr, int64_t stride = 1) {
  TensorView row;
  row.data = static_cast<std::byte*>(const_cast<void*>(data));
  row.dtype = dtype;
  row.rank = 1;
  row.dims[0] = count;
  row.strides[0] = stride;
  return row;
}

}  // namespace openaclnn
