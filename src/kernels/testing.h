// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "base/tensor_view.h"

namespace openaclnn {

inline TensorView View(float* data, std::vector<int64_t> dims, std::vector<int64_t> strides) {
  TensorView view;
  view.data = reinterpret_cast<std::byte*>(data);
  view.dtype = DType::kFloat;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  std::copy(strides.begin(), strides.end(), view.strides.begin());
  return view;
}

}  // namespace openaclnn
