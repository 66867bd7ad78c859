// SPDX-License-Identifier: Apache-2.0
//
// Systems of equations whose matrices are triangles, with many right-hand sides: these are the lanes of vectors, so
// that the matrix is read in place, whatever its layout. Sums are cut by the number of the row alone: neither
// threads nor instructions change a bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

/// Bytes that a row of right-hand sides is a multiple of.
inline constexpr int64_t kSystemsRowBytes = 64;

/// Rows are solved from the first to the last: of an upper triangle strides are negative. In elements.
struct TriangularSystems {
  const std::byte* a = nullptr;  // the corner of the row that is solved first
  int64_t rowStride = 0;
  int64_t columnStride = 0;
  std::byte* x = nullptr;  // in the place of the right-hand sides, the row that is solved first
  int64_t xStride = 0;
  int64_t rows = 0;
  int64_t width =
      0;  // columns of x, of which all vectors up to the next multiple of kSystemsRowBytes are computed
  bool unit = false;  // the diagonal counts as ones
};

/// Of FLOAT in float32, or of DOUBLE.
void SolveFloatSystems(const TriangularSystems& systems);
void SolveDoubleSystems(const TriangularSystems& systems);

}  // namespace openaclnn
