// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace openaclnn {

/// Rows of kWidth elements that lie side by side, of a width that the compiler knows.
template <int64_t kWidth, typename T>
void CopyPanelRows(const T* from, int64_t stride, int64_t rows, T* to) {
  for (int64_t row = 0; row < rows; ++row) {
    std::memcpy(to + row * kWidth, from + row * stride, sizeof(T) * kWidth);
  }
}

/// The same, of any width.
template <typename T>
void CopyPanelRows(const T* from, int64_t stride, int64_t rows, int64_t width, T* to) {
  switch (width) {
    case 6:
      return CopyPanelRows<6>(from, stride, rows, to);
    case 8:
      return CopyPanelRows<8>(from, stride, rows, to);
    case 12:
      return CopyPanelRows<12>(from, stride, rows, to);
    case 16:
      return CopyPanelRows<16>(from, stride, rows, to);
    case 32:
      return CopyPanelRows<32>(from, stride, rows, to);
    default:
      for (int64_t row = 0; row < rows; ++row) {
        std::copy_n(from + row * stride, width, to + row * width);
      }
  }
}

}  // namespace openaclnn
