// SPDX-License-Identifier: Apache-2.0
//
// What the loops of element-by-element operators share: a loop computes whole vectors of elements that lie
// side by side, and RunRows leads it through the rows of a tile. Tails, repeated elements and streaming
// stores are its business; it is compiled once for each instruction set, in elementwise_rows.cc. Include
// after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/elementwise/elementwise_tile.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using ElementwiseScalars = std::array<ScalarValue, kMostScalars>;
using ElementwiseSources = std::array<const std::byte*, kMostInputs>;
using ElementwiseSteps = std::array<int64_t, kMostInputs>;  // 1 or 0

// A loop but for its types.
struct ElementwiseRows {
  // `count` elements, whole vectors of them, from inputs that lie side by side.
  using Compute = void (*)(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                           std::byte* out, int64_t count);
  // The same where an input of step 0 is one vector, which stands for all.
  using ComputeRepeated = void (*)(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                                   const ElementwiseSteps& steps, std::byte* out, int64_t count);

  Compute compute;  // null: elements of one input are copied as they are
  // Null but for what is called so often with a row and a column that its own loop pays: what is repeated is
  // then read from a buffer as long as a chunk.
  ComputeRepeated computeRepeated;
  int64_t vector;  // elements that are computed together; `count` is a multiple of it
  size_t inputs;
  std::array<int64_t, kMostInputs> inputSizes;  // of an element, in bytes
  int64_t resultSize;
  // Where results are numbers of another type first, of betweenSize bytes: what makes the result of them.
  Compute second = nullptr;
  int64_t betweenSize = 0;
};
// Elements of a vector, at most, and bytes of an element.
inline constexpr int64_t kMostOfVector = HWY_MAX_BYTES > 64 ? HWY_MAX_BYTES : 64;
inline constexpr int64_t kLargestElement = 16;

// Loops of other libraries call it.
[[gnu::visibility("default")]] void RunRows(const ElementwiseTile& tile, const ElementwiseRows& rows);

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
