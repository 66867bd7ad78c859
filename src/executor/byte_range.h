// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// The bytes that a view spans, gaps included; none where it has no elements or no address.
struct ByteRange {
  ByteRange() = default;
  ByteRange(const std::byte* data, size_t bytes) {
    if (data != nullptr && bytes > 0) {
      begin = reinterpret_cast<uintptr_t>(data);
      end = begin + bytes;
    }
  }
  explicit ByteRange(const TensorView& view)
      : ByteRange(view.data, static_cast<size_t>(view.Extent()) * SizeOf(view.dtype)) {}

  [[nodiscard]] bool Empty() const { return begin == end; }
  [[nodiscard]] const std::byte* Data() const {
    return reinterpret_cast<const std::byte*>(begin);  // NOLINT(performance-no-int-to-ptr)
  }
  [[nodiscard]] size_t Bytes() const { return end - begin; }
  [[nodiscard]] bool Meets(const ByteRange& other) const { return begin < other.end && other.begin < end; }

  uintptr_t begin = 0;
  uintptr_t end = 0;
};

}  // namespace openaclnn
