// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions of rows of numbers, for kernels that are no loops over elements themselves: the same
// bits on every instruction set.
#pragma once

#include <cstdint>

namespace openaclnn {

/// In place, too: results may be where numbers are.
struct RowFunctions {
  /// to[i] = e^(from[i] - shift)
  void (*exp)(const float* from, float shift, int64_t count, float* to);
  /// to[i] = 1 / (1 + e^-from[i])
  void (*sigmoid)(const float* from, int64_t count, float* to);
  /// to[i] = gate[i] * sigmoid(gate[i]) * factor[i]
  void (*swiGlu)(const float* gate, const float* factor, int64_t count, float* to);
  /// to[i] = GELU of from[i]: with erf, and with tanh
  void (*gelu)(const float* from, int64_t count, float* to);
  void (*geluTanh)(const float* from, int64_t count, float* to);
  /// to[i] = log(from[i])
  void (*log)(const double* from, int64_t count, double* to);
};

/// Those for the processor at hand.
[[nodiscard]] const RowFunctions& BestRowFunctions();

/// The largest number, -infinity if there is none; NaN counts for nothing.
[[nodiscard]] float LargestOf(const float* numbers, int64_t count);
/// In 16 lanes, which are combined in order.
[[nodiscard]] double SumOf(const float* numbers, int64_t count);
/// Numbers as e^(number - the largest) / the sum of these, in place.
void SoftmaxRow(float* numbers, int64_t count);

/// A number as an integer that orders as numbers do, NaN above all others.
[[nodiscard]] uint32_t OrderOf(float number);
/// Positions of the `most` largest numbers, in descending order; of equal ones the first comes first.
/// `keys` has room for `count`; its first `most` are position in the lower half.
void LargestFirst(const float* numbers, int64_t count, int64_t most, uint64_t* keys);
[[nodiscard]] inline int64_t PositionOf(uint64_t key) {
  return static_cast<int64_t>(key & 0xFFFFFFFFU);
}

}  // namespace openaclnn
