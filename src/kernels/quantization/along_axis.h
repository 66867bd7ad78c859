// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/tensor_view.h"

namespace openaclnn {

/// A parameter beside numbers of such dims: one for all, or one for each index of the axis, which is then its only
/// dim that is not 1. What is not defined stays so.
[[nodiscard]] inline TensorView AlongAxis(const TensorView& parameter, std::span<const int64_t> dims,
                                          size_t axis) {
  TensorView view = parameter;
  if (!parameter.Defined()) {
    return view;
  }
  const bool single = parameter.NumElements() == 1;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  view.strides.fill(0);
  if (!single) {
    const std::span<const int64_t> own = parameter.Dims();
    const auto at =
        static_cast<size_t>(std::ranges::find_if(own, [](int64_t d) { return d != 1; }) - own.begin());
    view.strides[axis] = parameter.strides[at];
  }
  return view;
}

}  // namespace openaclnn
