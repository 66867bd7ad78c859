// SPDX-License-Identifier: Apache-2.0
//
// What softmax, its logarithm and their gradients do with some rows of elements, compiled for each type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "kernels/reduction/lane_loops.h"

namespace openaclnn::softmax {

enum class Kind { kSoftmax, kLogSoftmax, kSoftmaxGradient, kLogSoftmaxGradient };

constexpr bool IsForward(Kind kind) {
  return kind == Kind::kSoftmax || kind == Kind::kLogSoftmax;
}

// Rows of the memory. Terms and numbers are of the type that is computed in, float32 or float64; the numbers
// are one for each row or one for each column, and have room for whole vectors.
struct Plane {
  int64_t rows;
  int64_t columns;
  std::array<const std::byte*, 2> inputs;
  std::array<int64_t, 2> inputStrides;  // in bytes, from row to row
  std::byte* terms;
  int64_t termStride;
  std::byte* output;
  int64_t outputStride;
  bool ofRow;
  const void* largest;
  const void* sums;
  const void* inverses;
};

struct Steps {
  // Exponentials of the elements, each less the largest one. Null where results are not made from terms.
  void (*writeTerms)(const Plane& plane);
  void (*writeResults)(const Plane& plane);
  // The largest element of each column, in the type that is computed in.
  void (*findLargestOfColumns)(const Plane& plane, void* largest);
  // The largest of a row; null of gradients.
  const LaneLoops* largest;
  // The sum: of terms; of exponentials, with the largest as parameter; of products; or of elements.
  const LaneLoops* sum;
};

// Of FLOAT, FLOAT16, BFLOAT16 or DOUBLE elements.
[[nodiscard]] Steps FindSteps(Kind kind, DType dtype);

// The logarithms of some numbers in their place. There is room for a multiple of eight.
void TakeLogarithms(double* numbers, int64_t count);

}  // namespace openaclnn::softmax
