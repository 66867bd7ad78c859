// SPDX-License-Identifier: Apache-2.0
//
// Matrix products with one or a few rows or columns, which read a matrix once and need no packing of it: out =
// alpha * A * v + beta * added, in a batch of them.
//
// An element is the sum over blocks of kGemmDepth depths, in order; a block is summed in kVectorLanes lanes,
// depth k in lane k modulo that, which are then folded. Where the result is small and the depth is large, the
// depth is cut into parts, whose sums are added up in float64, as matrix products do. A row of the matrix may
// lie in memory as a row or as a column: the sums are the same, and so they are for one vector and for several.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "kernels/gemm/gemm.h"

namespace openaclnn {

inline constexpr int64_t kVectorLanes = 16;
/// Rows of the matrix that MultiplyVector takes at a time, at most.
inline constexpr int64_t kVectorMostRows = 256;

/// Vectors that a matrix is multiplied by at a time, at most.
inline constexpr int64_t kMostVectors = 16;

/// sums[i] = or += the sum over the piece's depths, at most kGemmDepth, of lane i of it times the vector,
/// whose first number goes with the first of these depths.
template <typename T>
void MultiplyVector(const GemmMatrix& matrix, const GemmPiece& piece, const T* vector, bool add, T* sums);

/// Vectors whose numbers lie side by side, and where their sums go.
template <typename T>
struct GemmVectors {
  const T* numbers;
  int64_t stride;  // from a vector to the next
  int64_t count;   // at most kMostVectors
  T* sums;
  int64_t sumsStride;
};
/// MultiplyVector of each. `next`: elements from the piece to the one that is multiplied next, which memory is asked for;
/// 0: it is not.
template <typename T>
void MultiplyVectors(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<T>& vectors,
                     bool add, int64_t next = 0);

struct VectorPartition {
  VectorPartition() = default;
  VectorPartition(int64_t batches, int64_t rows, int64_t depth, size_t elementSize, int64_t vectors = 1);

  /// Whether this is the better way for a product with more than one row and column, from its shape alone. Of less depth sums
  /// are folded too often.
  static bool Suits(const GemmShape& shape, int64_t leastDepth = kGemmDepth);

  int64_t batches = 0;
  int64_t rows = 0;
  int64_t depth = 0;
  int64_t vectors = 1;
  int64_t parts = 0;
  int64_t depthOfPart = 0;
  int64_t rowsOfTask = 0;
  int64_t batchesOfTask = 0;
  size_t vectorsAt = 0;  // where in the workspace several vectors are packed
  size_t workspaceBytes = 0;

  [[nodiscard]] size_t Cost() const;
};

/// Bytes of matrices that VectorCall calls large.
inline constexpr double kLargeMatrix = 16 << 20;

/// Lanes that MultiplyPiece takes at a time, unless VectorCall says otherwise.
inline constexpr int64_t kPieceLanes = 128;

/// MultiplyVectors by a matrix that is not in memory as numbers, with pieces of at most kGemmDepth.
using MultiplyPiece = FunctionRef<void(const GemmPiece& piece, const GemmVectors<float>& vectors, bool add)>;

struct VectorCall {
  FunctionRef<GemmMatrix(int64_t batch)> matrix;  // its rows are lanes
  FunctionRef<GemmMatrix(int64_t batch)> vector;  // a lane for each vector
  FunctionRef<GemmResult(int64_t batch)> result;  // a row for each vector
  double alpha = 1;
  double beta = 0;
  const MultiplyPiece* multiply = nullptr;  // of float32: `matrix` is not called
  int64_t lanesTogether = kPieceLanes;      // of its pieces
  // Whether the matrices are too large for caches: asking memory for numbers in advance helps there, and costs elsewhere.
  bool isLarge = false;
};
template <typename T>
void RunMatrixVector(const VectorPartition& partition, const VectorCall& call, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
