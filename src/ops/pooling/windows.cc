// SPDX-License-Identifier: Apache-2.0
#include "ops/pooling/windows.h"

#include <algorithm>

namespace openaclnn::pooling {

std::array<int64_t, 2> CheckPair(ArgumentChecks& check, const char* name, const aclIntArray& array,
                                 int64_t lowest, std::optional<std::array<int64_t, 2>> usual) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto& values = array.values;
  const auto text = [&] { return ShapeText(values); };
  check.Require(
      name, usual ? "0, 1 or 2 values" : "1 or 2 values",
      [&] { return values.size() <= 2 && (usual || !values.empty()); }, text);
  check.Require(
      name, lowest == 0 ? "values from 0 to 2^30" : "values from 1 to 2^30",
      [&] { return std::ranges::all_of(values, [&](int64_t v) { return v >= lowest && v <= kMost; }); },
      text);
  if (check.Failed() || values.empty()) {
    return usual.value_or(std::array<int64_t, 2>{1, 1});
  }
  return {values.front(), values.back()};
}

void CheckPadding(ArgumentChecks& check, const char* name, const aclIntArray& padding,
                  const aclIntArray& kernelSize, const PoolWindow& window) {
  check.Require(
      name, "at most half of kernelSize",
      [&] { return window.padding[0] <= window.kernel[0] / 2 && window.padding[1] <= window.kernel[1] / 2; },
      [&] { return ShapeText(padding.values) + " for " + ShapeText(kernelSize.values); });
}

Dims CheckPooledShape(ArgumentChecks& check, const NamedTensor& self, const PoolWindow& window,
                      bool ceilMode) {
  const auto& dims = self.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.Require(
      self.name, "3 or 4 dims, planes of 1 to 2^31 - 1 elements",
      [&] {
        const size_t rank = dims.size();
        return (rank == 3 || rank == 4) && dims[rank - 1] > 0 && dims[rank - 2] > 0 &&
               dims[rank - 1] < kMost && dims[rank - 2] < kMost && dims[rank - 1] * dims[rank - 2] < kMost;
      },
      [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return {};
  }
  Dims shape(dims);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t in = dims[dims.size() - 2 + d];
    const int64_t room = in + 2 * window.padding[d] - window.dilation[d] * (window.kernel[d] - 1) - 1;
    int64_t extent = room < 0 ? 0 : (room + (ceilMode ? window.stride[d] - 1 : 0)) / window.stride[d] + 1;
    if (ceilMode && extent > 0 && (extent - 1) * window.stride[d] >= in + window.padding[d]) {
      --extent;  // the last window would begin behind the input
    }
    shape[dims.size() - 2 + d] = extent;
  }
  check.Require(
      self.name, "planes of at least a window's size",
      [&] { return shape[dims.size() - 1] > 0 && shape[dims.size() - 2] > 0; },
      [&] { return ShapeText(dims); });
  return shape;
}

}  // namespace openaclnn::pooling
