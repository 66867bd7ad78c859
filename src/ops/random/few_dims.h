// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "tensor/objects.h"

namespace openaclnn {

// A tensor of more dims than kernels take, with neighbours merged where one stride steps through both:
// numbers go by the position of an element, which that does not change.
class FewDims {
 public:
  explicit FewDims(const aclTensor* tensor) : tensor_(tensor) {
    const auto negative = [](int64_t number) { return number < 0; };
    if (tensor->viewDims.size() > static_cast<size_t>(kMaxRank) &&
        std::ranges::none_of(tensor->viewDims, negative) && std::ranges::none_of(tensor->strides, negative)) {
      merged_ = *tensor;
      Merge();
      tensor_ = &merged_;
    }
  }
  FewDims(const FewDims&) = delete;
  FewDims& operator=(const FewDims&) = delete;
  ~FewDims() = default;

  [[nodiscard]] const aclTensor* Get() const { return tensor_; }

 private:
  void Merge() {
    std::vector<int64_t> dims;
    std::vector<int64_t> strides;
    for (size_t d = 0; d < merged_.viewDims.size(); ++d) {
      const int64_t dim = merged_.viewDims[d];
      const int64_t stride = merged_.strides[d];
      const bool merges = !dims.empty() && dim > 0 && CheckedMultiply(stride, dim) == strides.back();
      const std::optional<int64_t> both = merges ? CheckedMultiply(dims.back(), dim) : std::nullopt;
      if (both) {
        dims.back() = *both;
        strides.back() = stride;
      } else if (dim != 1) {
        dims.push_back(dim);
        strides.push_back(stride);
      }
    }
    merged_.viewDims = std::move(dims);
    merged_.strides = std::move(strides);
  }

  const aclTensor* tensor_;
  aclTensor merged_;
};

}  // namespace openaclnn
