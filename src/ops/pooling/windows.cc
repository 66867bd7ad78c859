// SPDX-License-Identifier: Apache-2.0
#include "ops/pooling/windows.h"

#include <algorithm>
#include <span>

namespace openaclnn::pooling {
namespace {

using Values = std::array<int64_t, 3>;

// By whether there are three dims, and whether there may be no value.
constexpr std::array<std::array<const char*, 2>, 2> kCounts{
    {{"1 or 2 values", "0, 1 or 2 values"}, {"1 or 3 values", "0, 1 or 3 values"}}};

// One value for all dims, or one for each; `usual` stands in for none, and in dims that are missing.
Values CheckList(ArgumentChecks& check, const char* name, const aclIntArray& array, size_t spatial,
                 int64_t lowest, const Values& usual, bool mayBeEmpty = false) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto& values = array.values;
  const auto text = [&] { return ShapeText(values); };
  check.Require(
      name, kCounts[spatial == 3 ? 1 : 0][mayBeEmpty ? 1 : 0],
      [&] { return values.size() == 1 || values.size() == spatial || (mayBeEmpty && values.empty()); }, text);
  check.Require(
      name, lowest == 0 ? "values from 0 to 2^30" : "values from 1 to 2^30",
      [&] { return std::ranges::all_of(values, [&](int64_t v) { return v >= lowest && v <= kMost; }); },
      text);
  Values all = usual;
  if (!check.Failed() && !values.empty()) {
    for (size_t d = 0; d < spatial; ++d) {
      all[3 - spatial + d] = values.size() == 1 ? values[0] : values[d];
    }
  }
  return all;
}

}  // namespace

void CheckNotNull(ArgumentChecks& check, const WindowLists& lists) {
  check.NotNull("kernelSize", lists.kernelSize).NotNull(lists.strideName, lists.stride);
  check.NotNull(lists.paddingName, lists.padding);
}

PoolWindow CheckWindow(ArgumentChecks& check, const WindowLists& lists, size_t spatial, bool zeroStride) {
  PoolWindow window;
  window.kernel = CheckList(check, "kernelSize", *lists.kernelSize, spatial, 1, window.kernel);
  window.stride =
      CheckList(check, lists.strideName, *lists.stride, spatial, zeroStride ? 0 : 1, window.kernel, true);
  for (size_t d = 0; d < 3; ++d) {
    window.stride[d] = window.stride[d] == 0 ? window.kernel[d] : window.stride[d];
  }
  window.padding = CheckList(check, lists.paddingName, *lists.padding, spatial, 0, window.padding);
  if (lists.dilation != nullptr) {
    window.dilation = CheckList(check, "dilation", *lists.dilation, spatial, 1, window.dilation);
  }
  check.Require(
      lists.paddingName, "at most half of kernelSize",
      [&] {
        return std::ranges::equal(window.padding, window.kernel,
                                  [](int64_t padding, int64_t kernel) { return padding <= kernel / 2; });
      },
      [&] { return ShapeText(lists.padding->values) + " for " + ShapeText(lists.kernelSize->values); });
  return window;
}

std::array<int64_t, 3> CheckExtents(ArgumentChecks& check, const char* name, const aclIntArray& array,
                                    size_t spatial, int64_t lowest) {
  return CheckList(check, name, array, spatial, lowest, {1, 1, 1});
}

void CheckPlanes(ArgumentChecks& check, const NamedTensor& self, size_t spatial) {
  const auto& dims = self.tensor->viewDims;
  check.Require(
      self.name,
      spatial == 2 ? "3 or 4 dims, planes of 1 to 2^31 - 1 elements"
                   : "4 or 5 dims, volumes of 1 to 2^31 - 1 elements",
      [&] {
        constexpr int64_t kMost = int64_t{1} << 31;
        const size_t rank = dims.size();
        if (rank != spatial + 1 && rank != spatial + 2) {
          return false;
        }
        int64_t elements = 1;
        for (const int64_t extent : std::span(dims).last(spatial)) {
          if (extent < 1 || extent >= kMost || elements * extent >= kMost) {
            return false;
          }
          elements *= extent;
        }
        return true;
      },
      [&] { return ShapeText(dims); });
}

Dims CheckPooledShape(ArgumentChecks& check, const NamedTensor& self, const PoolWindow& window,
                      size_t spatial, bool ceilMode) {
  CheckPlanes(check, self, spatial);
  if (check.Failed()) {
    return {};
  }
  const auto& dims = self.tensor->viewDims;
  Dims shape(dims);
  bool fits = true;
  for (size_t d = 3 - spatial; d < 3; ++d) {
    const size_t dim = dims.size() - 3 + d;
    const int64_t in = dims[dim];
    const int64_t room = in + 2 * window.padding[d] - window.dilation[d] * (window.kernel[d] - 1) - 1;
    int64_t extent = room < 0 ? 0 : (room + (ceilMode ? window.stride[d] - 1 : 0)) / window.stride[d] + 1;
    if (ceilMode && extent > 0 && (extent - 1) * window.stride[d] >= in + window.padding[d]) {
      --extent;  // the last window would begin behind the input
    }
    shape[dim] = extent;
    fits = fits && extent > 0;
  }
  check.Require(
      self.name, spatial == 2 ? "planes of at least a window's size" : "volumes of at least a window's size",
      [&] { return fits; }, [&] { return ShapeText(dims); });
  return shape;
}

}  // namespace openaclnn::pooling
