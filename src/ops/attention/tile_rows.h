// SPDX-License-Identifier: Apache-2.0
//
// Attention of a few queries to many keys of BFLOAT16, as in few_rows.h, by the processor's tiles
// (kernels/gemm/tile_kernel.h): keys go from memory into a tile, 16 at a time, and values after pairs of them
// were put beside each other. The time is that of memory, for eight queries as for one.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/gemm/tile_kernel.h"
#include "ops/attention/few_rows.h"

namespace openaclnn {

/// Columns of a tile of products, of which the first ones belong to queries.
inline constexpr int64_t kTileQueries = 16;
static_assert(2 * kFewRows <= kTileQueries);
/// Keys whose probabilities a tile has.
inline constexpr int64_t kTileKeys = kTileDepth;

/// Whether rows of so many elements fill tiles.
constexpr bool FillsTiles(int64_t size) {
  return size % kTileDepth == 0;
}

/// products[k][kTileQueries] = or += each query times row k. `queries`: pairs of elements, [size / 2][kTileQueries].
/// What behind the last row fills a tile has any products. A thread calls both within a PanelScope.
void MultiplyTileRows(const CachedRows& keys, const TileNumber* queries, bool add, float* products);

/// Probabilities of a block of keys, each as two numbers of BFLOAT16, which add up to it but for 2^-17 of it: rows of
/// `stride` numbers, a multiple of kTileKeys, the first kFewRows of large parts, then those of small ones. Zero
/// where there is no query, or no key.
struct TileWeights {
  const TileNumber* numbers;
  int64_t stride;
};
/// sums[q * size + d] += the sum over rows k of weight k of query q times element d of the row, of `number` queries.
void AddTileRows(const CachedRows& values, const TileWeights& weights, int64_t number, float* sums);

}  // namespace openaclnn
