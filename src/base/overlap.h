// SPDX-License-Identifier: Apache-2.0
//
// Whether strided views meet in memory. Nested dims are told at once; dims that interleave are tried out, as
// far as is reasonable. Views span at most 2^61 bytes, as phase one makes sure of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/tensor_view.h"

namespace openaclnn {

// Whether the ranges of memory meet that two views span, gaps included. Views without elements or address
// meet nothing.
[[nodiscard]] bool RangesMeet(const TensorView& a, const TensorView& b);

// Whether two indices of a view lead to one element. Dims and strides are not negative, and offsets within
// the view fit. Empty if it would take too long to find out.
[[nodiscard]] std::optional<bool> MeetsItself(std::span<const int64_t> dims,
                                              std::span<const int64_t> strides);

// Whether two views share a byte. Empty if it would take too long to find out.
[[nodiscard]] std::optional<bool> ViewsMeet(const TensorView& a, const TensorView& b);

}  // namespace openaclnn
