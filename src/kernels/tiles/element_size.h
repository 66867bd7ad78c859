// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace openaclnn {

// Calls visit with the size of an element (1, 2, 4, 8 or 16 bytes) as a constant: copies of so many bytes are
// an instruction each.
template <typename Visit>
void VisitElementSize(size_t size, const Visit& visit) {
  switch (size) {
    case 1:
      return visit(std::integral_constant<int64_t, 1>());
    case 2:
      return visit(std::integral_constant<int64_t, 2>());
    case 4:
      return visit(std::integral_constant<int64_t, 4>());
    case 8:
      return visit(std::integral_constant<int64_t, 8>());
    default:
      return visit(std::integral_constant<int64_t, 16>());
  }
}

}  // namespace openaclnn
