// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/scalar_value.h"

namespace openaclnn {

// What becomes of an element that another one is scattered to.
enum class ScatterMode { kReplace, kAdd, kMultiply, kAddScaled, kMaximum, kMinimum, kDivide };

// Elements in a row, or blocks of them; `step` in bytes.
struct ConstElementRow {
  const std::byte* data;
  int64_t step;
};
struct ElementRow {
  std::byte* data;
  int64_t step;
};

// Combines the elements of one row with those of another; to add them scaled, they are multiplied by `scale`
// first.
using RowCombination = void (*)(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& scale);

// Places anywhere in a table, in bytes from its beginning: indices times `stride`, and steps in rows and columns.
struct Places {
  const int64_t* indices;
  int64_t stride;
  int64_t rows;
  int64_t columns;
  int64_t first = 0;
  int64_t rowStep = 0;
  int64_t step = 0;

  // visit(number, place) in order.
  template <typename Visit>
  [[gnu::always_inline]] void ForEach(const Visit& visit) const {
    const int64_t* index = indices;
    int64_t i = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t start = first + row * rowStep;
      for (int64_t column = 0; column < columns; ++column, ++i) {
        visit(i, start + *index++ * stride);
        start += step;
      }
    }
  }
};

// The same for blocks of `length` elements that lie side by side, and blocks anywhere in a table, in order.
using BlockCombination = void (*)(ConstElementRow from, int64_t length, std::byte* table, Places targets,
                                  const ScalarValue& scale);

struct Combination {
  RowCombination rows = nullptr;
  BlockCombination blocks = nullptr;
};

// Never null for a type that holds numbers, but for extremes of complex ones, and for quotients but of
// integers and floating-point numbers. Those of integers are cut off (base/whole_division.h). To replace, elements are copied
// as they are; sums and products of half types are computed in float32, integers wrap around, and of BOOL they
// are "or" and "and". Scaled sums of floating-point numbers are fused. Of two numbers one of which is NaN the
// extremes are NaN, and complex numbers have none.
[[nodiscard]] Combination FindCombination(DType dtype, ScatterMode mode);

// Of floating-point numbers, but to replace them; by vectors.
[[nodiscard]] Combination FindFloatCombination(DType dtype, ScatterMode mode);

// Copies blocks of so many bytes that lie anywhere in a table, from its beginning on, side by side or at
// another step: the other way round.
using BlockCopy = void (*)(const std::byte* table, Places sources, ElementRow to, int64_t bytes);
[[nodiscard]] BlockCopy FindBlockCopy(int64_t bytes);

}  // namespace openaclnn
