// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/dtype.h"

namespace openaclnn {

inline constexpr int kMaxRank = 8;

// A strided window on memory, as kernels see a tensor: element (i0, i1, ...) lies at data + size * sum(ik *
// strides[k]). Dims and strides are non-negative; the phase-one checks make sure of it.
struct TensorView {
  std::byte* data = nullptr;
  DType dtype = DType::kUndefined;
  int rank = -1;  // -1: the argument was left out
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> strides{};

  [[nodiscard]] bool Defined() const { return rank >= 0; }
  [[nodiscard]] std::span<const int64_t> Dims() const { return {dims.data(), static_cast<size_t>(rank)}; }
  [[nodiscard]] std::span<const int64_t> Strides() const {
    return {strides.data(), static_cast<size_t>(rank)};
  }
  // 0 where the argument was left out. Modulo 2^64: a dim of 0 makes it 0, whatever the others are.
  [[nodiscard]] int64_t NumElements() const {
    uint64_t elements = Defined() ? 1 : 0;
    for (size_t d = 0; static_cast<int>(d) < rank; ++d) {
      elements *= static_cast<uint64_t>(dims[d]);
    }
    return static_cast<int64_t>(elements);
  }
  [[nodiscard]] bool Empty() const { return NumElements() == 0; }
  [[nodiscard]] bool Contiguous() const {
    uint64_t expected = 1;  // modulo 2^64, too: of an empty view the dims can be any
    bool contiguous = true;
    for (size_t d = static_cast<size_t>(std::max(rank, 0)); contiguous && d-- > 0;) {
      contiguous = dims[d] == 1 || static_cast<uint64_t>(strides[d]) == expected;
      expected *= static_cast<uint64_t>(dims[d]);
    }
    return contiguous || Empty();
  }

  // Elements from the first to one past the last that the view touches; 0 for an empty view.
  [[nodiscard]] int64_t Extent() const {
    if (Empty()) {
      return 0;
    }
    int64_t last = 0;
    for (size_t d = 0; static_cast<int>(d) < rank; ++d) {
      last += (dims[d] - 1) * strides[d];
    }
    return last + 1;
  }
};

// The strides of a row-major tensor of these dims.
void ContiguousStrides(std::span<const int64_t> dims, std::span<int64_t> strides);

// A view with `dims` that repeats `view` along missing and size-1 dims, by stride 0. The shapes must
// broadcast.
[[nodiscard]] TensorView BroadcastTo(const TensorView& view, std::span<const int64_t> dims);

}  // namespace openaclnn
