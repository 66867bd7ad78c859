// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tests/support/array.h"

namespace openaclnn::testing {

/// An array with two dims exchanged.
[[nodiscard]] inline Array Exchanged(const Array& from, size_t one, size_t other) {
  Array to = from;
  std::swap(to.shape[one], to.shape[other]);
  for (int64_t i = 0; i < NumElements(to.shape); ++i) {
    Shape index = IndexOf(to.shape, i);
    std::swap(index[one], index[other]);
    to.values[static_cast<size_t>(i)] = from.values[FlatIndex(from.shape, index)];
  }
  return to;
}

/// Matrices, transposed.
[[nodiscard]] inline Array Transposed(const Array& matrices) {
  const size_t rank = matrices.shape.size();
  return Exchanged(matrices, rank - 2, rank - 1);
}

}  // namespace openaclnn::testing
