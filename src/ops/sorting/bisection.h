// SPDX-License-Identifier: Apache-2.0
//
// Where numbers belong into sequences that are in order. NaN is larger than any number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

// Values in a row, and the sequences that they belong into: one for all, or one for each `perSequence` of
// them, counted from `first`, the number of the first value.
struct BisectionTile {
  const std::byte* sequences;
  int64_t length;  // of a sequence
  const std::byte* values;
  int64_t count;
  int64_t perSequence;  // 0: one for all
  int64_t first;
  int64_t* places;  // of each value in its sequence
};

struct Bisection {
  void (*run)(const BisectionTile& tile);
  DType type;  // of sequences and values
};

// Compares numbers of `dtype`, in a type that holds them all. The place of a value is that of the first
// element which is not less than it, or with `upper` of the first that is greater.
[[nodiscard]] Bisection FindBisection(DType dtype, bool upper);

}  // namespace openaclnn
