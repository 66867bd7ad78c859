// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/scalar_value.h"

namespace openaclnn {

// What becomes of an element that another one is scattered to.
enum class ScatterMode { kReplace, kAdd, kMultiply, kAddScaled, kMaximum, kMinimum };

// Elements in a row; `step` in bytes.
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

// The same for elements of a row and elements anywhere in a table, in order: targets are in elements from its
// beginning.
using ElementCombination = void (*)(ConstElementRow from, std::byte* table, const int64_t* targets,
                                    int64_t count, const ScalarValue& scale);

struct Combination {
  RowCombination rows = nullptr;
  ElementCombination elements = nullptr;
};

// Never null for a type that holds numbers, but for extremes of complex ones. To replace, elements are copied as they are; sums and products
// of half types are computed in float32, integers wrap around, and of BOOL they are "or" and "and". Scaled
// sums of floating-point numbers are fused. Of two numbers one of which is NaN the extremes are NaN, and
// complex numbers have none.
[[nodiscard]] Combination FindCombination(DType dtype, ScatterMode mode);

}  // namespace openaclnn
