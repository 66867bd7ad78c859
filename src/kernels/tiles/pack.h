// SPDX-License-Identifier: Apache-2.0
//
// Elements anywhere in memory, moved to rows without gaps and back: by vectors where they lie in rows, by
// blocks in registers where they lie in columns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// Elements in rows and columns, anywhere in memory. Strides in bytes.
struct StridedPlane {
  int64_t rows;
  int64_t columns;
  int64_t rowStride;
  int64_t columnStride;
};

// The same in any number of dims, at least one; the last ones are rows and columns.
struct StridedTile {
  size_t rank;
  std::array<int64_t, kMaxRank> dims;
  std::array<int64_t, kMaxRank> strides;

  [[nodiscard]] StridedPlane Plane() const {
    return rank == 1 ? StridedPlane{1, dims[0], 0, strides[0]}
                     : StridedPlane{dims[0], dims[1], strides[0], strides[1]};
  }
  // Without the first dim.
  [[nodiscard]] StridedTile Inner() const {
    StridedTile inner{rank - 1, {}, {}};
    std::copy_n(dims.begin() + 1, inner.rank, inner.dims.begin());
    std::copy_n(strides.begin() + 1, inner.rank, inner.strides.begin());
    return inner;
  }
  [[nodiscard]] int64_t Elements() const {
    int64_t elements = 1;
    for (size_t d = 0; d < rank; ++d) {
      elements *= dims[d];
    }
    return elements;
  }
};

// Gathers elements, each of `size` bytes (1, 2, 4, 8 or 16), into rows without gaps.
void PackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to);
void PackTile(int64_t size, const StridedTile& tile, const std::byte* from, std::byte* to);
// And scatters them.
void UnpackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to);
void UnpackTile(int64_t size, const StridedTile& tile, const std::byte* from, std::byte* to);

}  // namespace openaclnn
