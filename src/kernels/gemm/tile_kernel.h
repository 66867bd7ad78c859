// SPDX-License-Identifier: Apache-2.0
//
// Products of BFLOAT16 by the processor's instructions for tiles (Intel's AMX), which multiply 16 by 32 numbers
// by 32 by 16 at a time, and sum in float32: "Intel 64 and IA-32 Architectures Software Developer's Manual",
// volume 2, TDPBF16PS. Numbers and sums below 2^-126 count as zero.
#pragma once

#include <cstdint>

#include "kernels/gemm/gemm_kernel.h"

namespace openaclnn {

/// A BFLOAT16 number in a panel of tiles. The panel is cut into blocks of kTileDepth depths, the last one
/// filled up with zeros. In a block of rows each row's numbers lie side by side; in one of columns, for each
/// pair of depths, the pairs of all columns.
struct TileNumber {
  uint16_t bits;
};
template <>
struct GemmSumOf<TileNumber> {
  using Type = float;
};
inline constexpr int64_t kTileDepth = 32;
inline constexpr int64_t kMostTileWidth = 32;  // of a panel
template <>
inline constexpr int64_t kGemmDepthUnit<TileNumber> = kTileDepth;
template <>
[[nodiscard]] const GemmKernel<TileNumber>& BestGemmKernel();

/// Column panels of the same shape, whose numbers add up to those that are meant.
struct TileParts {
  const TileNumber* large;
  const TileNumber* small;
};
/// As the kernel's run with `add`, of the sum of two column panels: reads the row panel once for both.
void AddTilesOfParts(int64_t m, int64_t n, int64_t depth, const TileNumber* rowPanel,
                     const TileParts& columns, float* c, int64_t rowStride);

/// Whether the processor has such instructions, kernels may use what it has, and the system lets the process.
[[nodiscard]] bool HasTileKernel();

}  // namespace openaclnn
