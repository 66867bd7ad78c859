// SPDX-License-Identifier: Apache-2.0
//
// Which dims make the columns of tiles: what the plan of an elementwise call and its run agree on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {

// Bytes of a tile that is packed or converted: its buffers stay in a level-one cache.
inline constexpr int64_t kTileBufferBytes = 8192;

using Extents = std::array<int64_t, kMaxRank>;

// The first of the dims that make the columns of tiles: the innermost one, or, where that is short, as many
// as a tile has room for, so that no tile is short.
inline size_t ColumnDim(bool joins, size_t rank, const Extents& dims, int64_t most) {
  size_t first = rank - 1;
  int64_t columns = dims[first];
  while (joins && first > 1 && columns * dims[first - 1] <= most) {
    columns *= dims[--first];
  }
  return first;
}

// The dims of a tile as an operand of such strides has them, neighbours merged: of the dim before the
// columns' a single step.
inline StridedTile JoinedTile(size_t columnDim, size_t rank, const Extents& dims, const Extents& strides) {
  StridedTile tile{1, {1}, {strides[columnDim - 1]}};
  for (size_t d = columnDim; d < rank; ++d) {
    const size_t last = tile.rank - 1;
    if (tile.strides[last] == strides[d] * dims[d]) {
      tile.dims[last] *= dims[d];
      tile.strides[last] = strides[d];
    } else {
      tile.dims[tile.rank] = dims[d];
      tile.strides[tile.rank++] = strides[d];
    }
  }
  return tile;
}

}  // namespace openaclnn
