// SPDX-License-Identifier: Apache-2.0
//
// Where the result of a matrix product goes, and what is added to it on the way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

/// How the columns of a result lie in memory: as a grid, row-major. Strides in elements.
struct GemmColumns {
  static constexpr int kMostDims = 4;

  int rank = 1;
  std::array<int64_t, kMostDims> dims{};
  std::array<int64_t, kMostDims> strides{};

  [[nodiscard]] bool SideBySide() const { return rank == 1 && strides[0] == 1; }
  /// The columns from this one on that lie `Step` apart.
  [[nodiscard]] int64_t RunFrom(int64_t column) const { return dims[Inner()] - column % dims[Inner()]; }
  [[nodiscard]] int64_t Step() const { return strides[Inner()]; }
  [[nodiscard]] int64_t OffsetOf(int64_t column) const {
    int64_t offset = 0;
    for (size_t d = Inner() + 1; d-- > 0;) {
      offset += column % dims[d] * strides[d];
      column /= dims[d];
    }
    return offset;
  }

 private:
  [[nodiscard]] size_t Inner() const { return static_cast<size_t>(rank - 1); }
};
/// Columns at one distance.
inline GemmColumns EvenColumns(int64_t count, int64_t stride) {
  return {.rank = 1, .dims = {count}, .strides = {stride}};
}

/// The result of one product of a batch. Strides in elements.
struct GemmResult {
  std::byte* out;
  DType outDtype;
  int64_t outRowStride;
  GemmColumns outColumns;
  const std::byte* added = nullptr;  // null: nothing
  DType addedDtype = DType::kUndefined;
  int64_t addedRowStride = 0;
  int64_t addedColumnStride = 0;
};

/// Columns that FinishRow takes at a time.
inline constexpr int64_t kGemmMostColumns = 512;

/// Elements [column, column + count) of a row: out = alpha * sums + beta * added, rounded once. Overwrites
/// `sums`.
template <typename T>
void FinishRow(const GemmResult& result, double alpha, double beta, int64_t row, int64_t column,
               int64_t count, T* sums);

/// sums = alpha * sums + beta * added; without `added`, zero times zero takes its place.
template <typename T>
void CombineSums(T alpha, T* sums, T beta, const T* added, int64_t count);

/// Sums that UnpackSums takes at a time.
inline constexpr int64_t kGemmMostUnpacked = 4096;

/// out[lane * laneStride + element * stride] = sums[element * lanes + lane], rounded once. Strides in elements.
template <typename T>
void UnpackSums(DType dtype, const T* sums, int64_t lanes, int64_t elements, std::byte* out,
                int64_t laneStride, int64_t stride);

}  // namespace openaclnn
