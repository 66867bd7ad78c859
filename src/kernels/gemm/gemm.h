// SPDX-License-Identifier: Apache-2.0
//
// Matrix products: out = alpha * A * B + beta * added, in a batch of them.
//
// The result is cut into tiles, each of which one task computes from packed panels of both operands by a
// library's kernel (gemm_kernel.h). Packing takes any strides and types, or the windows of a convolution. An
// operand that several tiles need is packed once, as a whole, unless it is huge: then each tile packs what it
// needs, a block of depth at a time. An element is the sum over blocks of kGemmDepth depths, in
// order; each block is summed by the library's kernel. Where the result is small and the depth is large, the
// depth is cut into parts, whose sums are added up in float64, in order. All of this follows from the shape:
// neither threads nor layouts change a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/function_ref.h"
#include "kernels/gemm/gemm_panels.h"
#include "kernels/gemm/gemm_result.h"

namespace openaclnn {

struct GemmShape {
  int64_t batches = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
};

/// A matrix in memory, as an operand. Strides in elements.
struct GemmMatrix {
  const std::byte* data;
  DType dtype;
  int64_t laneStride;
  int64_t depthStride;
};

/// Packs a piece of a matrix: of FLOAT, FLOAT16 or BFLOAT16 as float, of these or DOUBLE as double; of
/// BFLOAT16 as TileNumbers, which are not arranged as tiles yet.
template <typename T>
void PackMatrix(const GemmMatrix& matrix, const GemmPiece& piece, int64_t width, T* panel);

/// How a product is cut, from its shape alone.
struct GemmPartition {
  GemmPartition() = default;
  /// For numbers of so many bytes in panels: those of float or double, or TileNumber's. With `repeatsB` several
  /// runs have the same B, and share its panels in their workspace (GemmCall::hasB).
  GemmPartition(const GemmShape& shape, size_t elementSize, bool repeatsB = false);

  GemmShape shape;
  int64_t tileRows = 0;
  int64_t tileColumns = 0;
  int64_t rowTiles = 0;
  int64_t columnTiles = 0;
  int64_t parts = 0;        // of the depth
  int64_t depthOfPart = 0;  // a multiple of kGemmDepth
  int64_t batchesOfTask = 0;
  int64_t tasks = 0;
  bool wholeA = false;  // packed before the tiles are computed
  bool wholeB = false;
  size_t wholeAAt = 0;  // where in the workspace
  size_t wholeBAt = 0;
  int64_t slots = 0;  // tasks that run at one time
  size_t slotBytes = 0;
  size_t partsAt = 0;  // where in the workspace the parts' sums are
  size_t workspaceBytes = 0;

  /// Bytes that memory moves in the time that the product takes.
  [[nodiscard]] size_t Cost() const;

 private:
  template <typename T>
  void Cut(bool repeatsB);
};

/// What is computed, with memory as of now.
template <typename T>
struct GemmCall {
  GemmPack<T> packA;
  GemmPack<T> packB;
  FunctionRef<GemmResult(int64_t batch)> result;
  double alpha = 1;
  double beta = 0;
  bool hasB = false;  // the run before had the same partition, workspace and B
};

template <typename T>
void RunGemm(const GemmPartition& partition, const GemmCall<T>& call, std::byte* workspace,
             const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
