// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/scalar_value.h"

namespace openaclnn {

inline constexpr size_t kMostInputs = 3;
inline constexpr size_t kMostScalars = 3;

// Rows of an input in a tile.
struct ElementwiseInput {
  const std::byte* data;
  int64_t rowStride;  // in bytes
  int64_t step;       // 1: elements side by side; 0: one that stands for its whole row
};

// What a loop computes at a time: rows of elements of the types that it was compiled for.
struct ElementwiseTile {
  std::byte* out;
  int64_t outRowStride;  // in bytes; elements lie side by side
  std::array<ElementwiseInput, kMostInputs> inputs;
  std::array<ScalarValue, kMostScalars> scalars;
  int64_t rows;
  int64_t columns;
  bool stream;  // results pass the caches by
};

using ElementwiseLoop = void (*)(const ElementwiseTile& tile);

}  // namespace openaclnn
