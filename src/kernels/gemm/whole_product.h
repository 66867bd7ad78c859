// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices of small integers, exact in INT32: a tile of the result at a time, for kernels that scale
// it in their own way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"
#include "kernels/gemm/gemm_panels.h"

namespace openaclnn {

/// An operand: rows of A or columns of B are its lanes. Strides in elements: INT8, or INT32 of which each holds
/// 8 INT4 along lanes or depths, the first one in the lowest bits.
struct WholeMatrix {
  enum class Packed : uint8_t { kNone, kLanes, kDepths };

  const std::byte* data = nullptr;
  int64_t laneStride = 0;
  int64_t depthStride = 0;
  Packed packed = Packed::kNone;
};

/// Reads `count` numbers of a matrix from (lane, depth) on, along its depths or its lanes.
void ReadWhole(const WholeMatrix& matrix, int64_t lane, int64_t depth, int64_t count, bool alongDepth,
               int8_t* to);

/// A block of numbers, for each lane the depths side by side, or for each depth the lanes. `allDepths`: how many the matrix
/// has, of which memory is asked for some beyond the block.
void ReadWholeBlock(const WholeMatrix& matrix, const GemmPiece& block, int64_t allDepths, bool alongDepth,
                    int8_t* to);

inline constexpr int64_t kWholeTileRows = 512;
inline constexpr int64_t kWholeTileColumns = 64;

/// sums[r * kWholeTileColumns + c] = the product of row `row` + r of A and column `column` + c of B, modulo
/// 2^32, of the first `rows` and `columns`. Others are anything.
void MultiplyWholeTile(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                       int64_t columns, int64_t depth, int32_t* sums);
/// The same, added to what sums have.
void AddWholeTile(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                  int64_t columns, int64_t depth, int32_t* sums);

}  // namespace openaclnn
