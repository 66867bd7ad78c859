// SPDX-License-Identifier: Apache-2.0
//
// Sums of the rows of a matrix in float64, each column on its own and in the order of the rows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Adds the rows [first, last) of a matrix to `sums`, in its columns [begin, begin + count), at most a tile of
// them. read(at, size) gives elements [at, at + size) of the matrix, at most a tile, as float32.
template <class Read>
void AddRows(int64_t columns, int64_t first, int64_t last, int64_t begin, int64_t count, const Read& read,
             double* sums) {
  // Whole rows follow each other: several are read at once.
  const int64_t together =
      count == columns ? std::max<int64_t>(1, kTileElements / std::max<int64_t>(count, 1)) : 1;
  for (int64_t row = first; row < last; row += together) {
    const int64_t some = std::min(together, last - row);
    const float* numbers = read(row * columns + begin, some * count);
    for (int64_t i = 0; i < some; ++i, numbers += count) {
      for (int64_t column = 0; column < count; ++column) {
        sums[column] += static_cast<double>(numbers[column]);
      }
    }
  }
}

}  // namespace openaclnn
