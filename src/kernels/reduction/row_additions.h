// SPDX-License-Identifier: Apache-2.0
//
// Sums of the rows of a matrix in float64, each column on its own and in the order of the rows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/reduction/accumulate.h"

namespace openaclnn {

// Adds the rows [first, last) of a matrix to `sums`, in its columns [begin, begin + count), at most kMost of them.
// read(at, size) gives elements [at, at + size) of the matrix, at most kMost, as float32 or float64.
template <int64_t kMost, class Read>
void AddRows(int64_t columns, int64_t first, int64_t last, int64_t begin, int64_t count, const Read& read,
             double* sums) {
  // Whole rows follow each other: several are read at once.
  const int64_t together = count == columns ? std::max<int64_t>(1, kMost / std::max<int64_t>(count, 1)) : 1;
  for (int64_t row = first; row < last; row += together) {
    const int64_t some = std::min(together, last - row);
    AddRowsTo(sums, read(row * columns + begin, some * count), some, count);
  }
}

}  // namespace openaclnn
