// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn::testing {

/// Whether a view has the strides of a contiguous one, but for dims of one element. A result with fewer elements
/// than its tensor has room for is packed there; in any other it keeps the strides.
[[nodiscard]] inline bool IsPacked(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides,
                                   const std::vector<int64_t>& contiguous) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != 1 && strides[d] != contiguous[d]) {
      return false;
    }
  }
  return true;
}

}  // namespace openaclnn::testing
