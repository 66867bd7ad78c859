// SPDX-License-Identifier: Apache-2.0
//
// Rotations of pairs of elements, which is what rotary embeddings are made of. A row [2 * half] consists of
// pairs (a, b), each of which has two cosines and two sines:
//
//   rotated a = a * cos - b * sin,  rotated b = b * cos + a * sin
//
// Either the a come first and the b behind them, or the two of a pair lie side by side. Cosines and sines lie
// as the result does.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "base/tensor_view.h"

namespace openaclnn {

// As the operators number them.
enum class RotaryMode : int64_t { kHalf, kInterleave, kQuarter, kInterleaveHalf };
inline constexpr int64_t kRotaryModes = 4;

// The longest row that is rotated: what a tile holds.
inline constexpr int64_t kMostRotated = 1024;

// How rows of D elements are cut into rows of pairs.
struct RotaryRows {
  int64_t half = 0;  // pairs of a row
  bool pairsIn = false;
  bool pairsOut = false;

  RotaryRows() = default;
  RotaryRows(RotaryMode mode, int64_t elements)
      : half(mode == RotaryMode::kQuarter ? elements / 4 : elements / 2),
        pairsIn(mode == RotaryMode::kInterleave || mode == RotaryMode::kInterleaveHalf),
        pairsOut(mode == RotaryMode::kInterleave) {}

  [[nodiscard]] int64_t Length() const { return 2 * half; }
};

namespace rotary {

// Where the second element of a pair lies from the first one, and the step from pair to pair.
struct Pairs {
  int64_t second;
  int64_t step;

  Pairs(bool sideBySide, int64_t half) : second(sideBySide ? 1 : half), step(sideBySide ? 2 : 1) {}
};

// The result may be the very row.
inline void Rotate(const RotaryRows& rows, const float* row, const float* cosines, const float* sines,
                   float* result) {
  const auto loop = [&](auto inStep, auto outStep) {
    const float* a = row;
    const float* b = row + (inStep == 1 ? rows.half : 1);
    const int64_t second = outStep == 1 ? rows.half : 1;
    for (int64_t p = 0; p < rows.half; ++p) {
      const float first = a[p * inStep];
      const float other = b[p * inStep];
      const int64_t at = p * outStep;
      result[at] = first * cosines[at] - other * sines[at];
      result[at + second] = other * cosines[at + second] + first * sines[at + second];
    }
  };
  using One = std::integral_constant<int64_t, 1>;
  using Two = std::integral_constant<int64_t, 2>;
  if (!rows.pairsIn) {
    loop(One(), One());
  } else if (rows.pairsOut) {
    loop(Two(), Two());
  } else {
    loop(Two(), One());
  }
}

// The gradient of the row from that of the result.
inline void RotateBack(const RotaryRows& rows, const float* gradient, const float* cosines,
                       const float* sines, float* result) {
  const Pairs in(rows.pairsIn, rows.half);
  const Pairs out(rows.pairsOut, rows.half);
  for (int64_t p = 0; p < rows.half; ++p) {
    const int64_t a = p * out.step;
    const int64_t b = a + out.second;
    const float first = gradient[a] * cosines[a] + gradient[b] * sines[b];
    const float other = gradient[b] * cosines[b] - gradient[a] * sines[a];
    result[p * in.step] = first;
    result[p * in.step + in.second] = other;
  }
}

// Adds what a row adds to the gradients of its cosines and sines.
inline void AddAngleGradients(const RotaryRows& rows, const float* gradient, const float* row,
                              double* cosines, double* sines) {
  const Pairs in(rows.pairsIn, rows.half);
  const Pairs out(rows.pairsOut, rows.half);
  for (int64_t p = 0; p < rows.half; ++p) {
    const int64_t a = p * out.step;
    const int64_t b = a + out.second;
    const double first = row[p * in.step];
    const double other = row[p * in.step + in.second];
    cosines[a] += gradient[a] * first;
    cosines[b] += gradient[b] * other;
    sines[a] -= gradient[a] * other;
    sines[b] += gradient[b] * first;
  }
}

}  // namespace rotary
}  // namespace openaclnn
