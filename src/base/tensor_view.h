// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
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
  // 0 where the argument was left out.
  [[nodiscard]] int64_t NumElements() const {
    if (!Defined() || std::ranges::find(Dims(), 0) != Dims().end()) {
      return 0;  // whatever the others are: their product need not fit
    }
    return std::accumulate(Dims().begin(), Dims().end(), int64_t{1}, std::multiplies<>());
  }
  [[nodiscard]] bool Empty() const { return NumElements() == 0; }
  [[nodiscard]] bool Contiguous() const;

  // Elements from the first to one past the last that the view touches; 0 for an empty view.
  [[nodiscard]] int64_t Extent() const;
};

// The strides of a row-major tensor of these dims.
void ContiguousStrides(std::span<const int64_t> dims, std::span<int64_t> strides);

// A view with `dims` that repeats `view` along missing and size-1 dims, by stride 0. The shapes must
// broadcast.
[[nodiscard]] TensorView BroadcastTo(const TensorView& view, std::span<const int64_t> dims);

}  // namespace openaclnn
