// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "base/tensor_view.h"

namespace openaclnn {

inline TensorView View(void* data, DType dtype, const std::vector<int64_t>& dims,
                       const std::vector<int64_t>& strides) {
  TensorView view;
  view.data = static_cast<std::byte*>(data);
  view.dtype = dtype;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  std::copy(strides.begin(), strides.end(), view.strides.begin());
  return view;
}

inline TensorView View(float* data, const std::vector<int64_t>& dims, const std::vector<int64_t>& strides) {
  return View(data, DType::kFloat, dims, strides);
}

}  // namespace openaclnn
