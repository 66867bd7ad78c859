// SPDX-License-Identifier: Apache-2.0
//
// Matrix products: out = alpha * A * B + beta * added, in a batch of them.
//
// The result is cut into tiles, each of which one task computes from packed panels of both operands by a
// library's kernel (gemm_kernel.h). Packing takes any strides and types, or the windows of a convolution, so
// that operands are never copied as a whole. An element is the sum over blocks of kGemmDepth depths, in
// order; each block is summed by the library's kernel. Where the result is small and the depth is large, the
// depth is cut into parts, whose sums are added up in float64, in order. All of this follows from the shape:
// neither threads nor layouts change a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/function_ref.h"
#include "kernels/gemm_result.h"

namespace openaclnn {

/// The depth that is packed at a time: panels of it fit into the level-one cache, a tile's into level two.
inline constexpr int64_t kGemmDepth = 256;

struct GemmShape {
  int64_t batches = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
};

/// Some lanes of an operand (rows of A or columns of B) over some of the depth.
struct GemmPiece {
  int64_t lane;
  int64_t lanes;
  int64_t depth;
  int64_t depths;
};

/// Writes a piece as one row of `width` numbers for each depth: its lanes, at most `width`, and zeros.
template <typename T>
using GemmPack = FunctionRef<void(int64_t batch, const GemmPiece& piece, int64_t width, T* panel)>;

/// A matrix in memory, as an operand. Strides in elements.
struct GemmMatrix {
  const std::byte* data;
  DType dtype;
  int64_t laneStride;
  int64_t depthStride;
};

/// Packs a piece of a matrix: of FLOAT, FLOAT16 or BFLOAT16 as float, of these or DOUBLE as double.
template <typename T>
void PackMatrix(const GemmMatrix& matrix, const GemmPiece& piece, int64_t width, T* panel);

/// How a product is cut, from its shape alone.
struct GemmPartition {
  GemmPartition() = default;
  GemmPartition(const GemmShape& shape, size_t elementSize);

  GemmShape shape;
  int64_t tileRows = 0;
  int64_t tileColumns = 0;
  int64_t rowTiles = 0;
  int64_t columnTiles = 0;
  int64_t parts = 0;        // of the depth
  int64_t depthOfPart = 0;  // a multiple of kGemmDepth
  int64_t batchesOfTask = 0;
  int64_t tasks = 0;
  int64_t slots = 0;  // tasks that run at one time
  size_t slotBytes = 0;
  size_t partsAt = 0;  // where in the workspace the parts' sums are
  size_t workspaceBytes = 0;

  /// Bytes that memory moves in the time that the product takes.
  [[nodiscard]] size_t Cost() const;
};

/// What is computed, with memory as of now.
template <typename T>
struct GemmCall {
  GemmPack<T> packA;
  GemmPack<T> packB;
  FunctionRef<GemmResult(int64_t batch)> result;
  double alpha = 1;
  double beta = 0;
};

template <typename T>
void RunGemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace,
             const backend::cpu::CpuContext& cpu);

/// Scratch for MultiplyTile, aligned to kGemmPanelAlignment, for tiles of at most so many columns.
[[nodiscard]] size_t GemmTileScratch(int64_t columns, size_t elementSize);

/// One tile on the calling thread: c[i * rowStride + j] = sum of packA and packB over [depth, depth +
/// depths).
struct GemmTile {
  int64_t batch;
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;
};
template <typename T>
void MultiplyTile(const GemmPack<T>& packA, const GemmPack<T>& packB, const GemmTile& tile, int64_t depth,
                  int64_t depths, std::byte* scratch, T* c, int64_t rowStride);

}  // namespace openaclnn
