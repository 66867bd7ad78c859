// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tile_kernel.h"

namespace openaclnn {

enum class GemmSide { kRows, kColumns };

/// Packs a piece of a BFLOAT16 matrix into a panel of tiles.
void PackTiles(const GemmMatrix& matrix, const GemmPiece& piece, GemmSide side, int64_t width,
               TileNumber* panel);

/// The same of numbers that lie as one row of `width` for each depth.
void ArrangeTiles(const TileNumber* rows, int64_t depths, GemmSide side, int64_t width, TileNumber* panel);

}  // namespace openaclnn
