// SPDX-License-Identifier: Apache-2.0
//
// Where the result of a matrix product goes, and what is added to it on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

/// The result of one product of a batch. Strides in elements.
struct GemmResult {
  std::byte* out;
  DType outDtype;
  int64_t outRowStride;
  int64_t outColumnStride;
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

}  // namespace openaclnn
