// SPDX-License-Identifier: Apache-2.0
//
// Products of INT4 weights with a vector, from where the weights are in memory: their numbers are looked up in
// registers. Only with instructions that look 16 numbers up at a time; quantized_sums.h has the same bits without.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "kernels/gemm/matrix_vector.h"

namespace openaclnn {

/// Lanes of a piece, at most: lanes side by side fill two cache lines then.
inline constexpr int64_t kInt4Lanes = 256;
static_assert(kInt4Lanes <= kVectorMostRows);

/// INT4 of a piece, at most kInt4Lanes and kGemmDepth: (number + offset) * scale. Bytes have two numbers, the lower bits
/// the first one.
struct Int4Piece {
  const std::byte* bytes;   // of the first lane and depth
  const std::byte* behind;  // likewise of the piece that is probably next, to be read ahead
  int64_t stride;           // bytes from lane to lane, or from depth to depth
  bool alongDepth;          // a lane's depths lie side by side, or a depth's lanes
  int64_t lanes;            // a multiple of 16, unless alongDepth
  int64_t depths;           // with alongDepth a multiple of 16
  const std::byte* scale;   // of the first lane and depth; those of lanes lie side by side
  const std::byte* offset;  // null: 0
  DType dtype;              // of both
  int64_t groupStride;      // elements from a group of depths to the next one
  int64_t firstGroup;       // depths that the first group has
  int64_t group;            // that others have, at most; with alongDepth multiples of 16 both
};

/// Whether this processor has them.
[[nodiscard]] bool HasInt4Products();

/// sums[lane] = or += the product of a lane with `vector`, which has a number for each depth; with the bits of
/// QuantizedSums.
void MultiplyInt4(const Int4Piece& piece, const float* vector, bool add, float* sums);

}  // namespace openaclnn
