// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

/// Sums that blocks of the work have left: those of block b of column c at rows[b * stride + c].
struct BlockSums {
  const double* rows;
  int64_t blocks;
  int64_t stride;
};

/// Adds up the blocks of columns [begin, begin + count), at most kTileElements, one after the other, and
/// writes them as these elements of a tensor, rounding once. A tensor that nobody asks for is left alone.
void WriteBlockSums(const TensorView& view, const BlockSums& sums, int64_t begin, int64_t count);

/// The same of all columns, as many as the tensor has elements, by all threads; nothing where it was left
/// out.
template <class Cpu>
void WriteBlockSums(const Cpu& cpu, const TensorView& view, const BlockSums& sums) {
  const int64_t columns = view.NumElements();
  cpu.ParallelFor(CeilDivide(columns, kTileElements), [&](int64_t task) {
    const int64_t begin = task * kTileElements;
    WriteBlockSums(view, sums, begin, std::min(kTileElements, columns - begin));
  });
}

}  // namespace openaclnn
