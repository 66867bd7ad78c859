// SPDX-License-Identifier: Apache-2.0
//
// The innermost product: a few rows by a few columns over one block of depth, by the micro-kernel that BLIS
// has for the processor at hand, or, of BFLOAT16, by the processor's instructions for tiles
// (tile_kernel.h). It works on packed panels alone, so neither threads nor the layout of the operands show in
// its results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn {

/// The type in which numbers of a panel are summed.
template <typename T>
struct GemmSumOf {
  using Type = T;
};
template <typename T>
using GemmSum = typename GemmSumOf<T>::Type;

/// The depths of a panel are filled up with zeros to a multiple of this.
template <typename T>
inline constexpr int64_t kGemmDepthUnit = 1;

/// What a thread kept of the processor's state while it calls a kernel.
struct alignas(64) GemmState {
  std::array<std::byte, 64> bytes;
};

/// Operands as the micro-kernel takes them: panels hold, for each depth, `rows` or `columns` numbers side by
/// side, but for those of tiles, and lie at addresses that are multiples of kGemmPanelAlignment.
template <typename T>
struct GemmKernel {
  int64_t rows;
  int64_t columns;

  /// c[i * rowStride + j] = sum over depth of rowPanel * columnPanel, added to what was there if `add`; of
  /// the first m rows and n columns.
  void (*run)(int64_t m, int64_t n, int64_t depth, const T* rowPanel, const T* columnPanel, bool add,
              GemmSum<T>* c, int64_t rowStride);

  /// What a thread calls before and behind its calls of run; null: nothing.
  void (*begin)(GemmState* kept) = nullptr;
  void (*end)(const GemmState& kept) = nullptr;
};

/// A thread's calls of a kernel lie between the beginning and the end of one.
template <typename T>
class GemmKernelScope {
 public:
  explicit GemmKernelScope(const GemmKernel<T>& kernel) : kernel_(kernel) {
    if (kernel_.begin != nullptr) {
      kernel_.begin(&kept_);
    }
  }
  GemmKernelScope(const GemmKernelScope&) = delete;
  GemmKernelScope& operator=(const GemmKernelScope&) = delete;
  ~GemmKernelScope() {
    if (kernel_.end != nullptr) {
      kernel_.end(kept_);
    }
  }

 private:
  const GemmKernel<T>& kernel_;
  GemmState kept_;
};

inline constexpr int64_t kGemmPanelAlignment = 64;
/// Bytes behind a panel that a kernel may read ahead.
inline constexpr int64_t kGemmReadAhead = 512;

/// Of float, double and TileNumber (tile_kernel.h).
template <typename T>
[[nodiscard]] const GemmKernel<T>& BestGemmKernel();

}  // namespace openaclnn
