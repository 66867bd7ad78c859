// SPDX-License-Identifier: Apache-2.0
//
// The innermost product: a few rows by a few columns over one block of depth, by the micro-kernel that BLIS
// has for the processor at hand. It works on packed panels alone and keeps no state, so neither threads nor
// the layout of the operands show in its results.
#pragma once

#include <cstdint>

namespace openaclnn {

/// Operands as the micro-kernel takes them: panels hold, for each depth, `rows` or `columns` numbers side by
/// side, and lie at addresses that are multiples of kGemmPanelAlignment.
template <typename T>
struct GemmKernel {
  int64_t rows;
  int64_t columns;

  /// c[i * rowStride + j] = sum over depth of rowPanel * columnPanel, added to what was there if `add`; of
  /// the first m rows and n columns.
  void (*run)(int64_t m, int64_t n, int64_t depth, const T* rowPanel, const T* columnPanel, bool add, T* c,
              int64_t rowStride);
};

inline constexpr int64_t kGemmPanelAlignment = 64;
/// Bytes behind a panel that a kernel may read ahead.
inline constexpr int64_t kGemmReadAhead = 512;

/// Of float and double.
template <typename T>
[[nodiscard]] const GemmKernel<T>& BestGemmKernel();

}  // namespace openaclnn
