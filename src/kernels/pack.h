// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// Elements in rows and columns, anywhere in memory. Strides in bytes.
struct StridedPlane {
  int64_t rows;
  int64_t columns;
  int64_t rowStride;
  int64_t columnStride;
};

// Gathers the elements of a plane, each of `size` bytes (1, 2, 4, 8 or 16), into rows without gaps.
void PackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to);
// And scatters them.
void UnpackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to);

}  // namespace openaclnn
