// SPDX-License-Identifier: Apache-2.0
//
// Products of small or thin matrices, where panels and the calls of a library's kernel cost more than the work: out =
// alpha * A * B + beta * added, in a batch of them.
//
// One extent of the product lies along the lanes of vectors: columns of B, or where these are few rows of A, or where
// these are few too the matrices of the batch. The factor that has this extent is read as rows of lanes, in its place
// where it lies so; of the other one a number meets all lanes, except along the batch, where it has lanes as well. An
// element is the sum over blocks of kGemmDepth depths, in order; in a block each product is fused with its addition, in
// order. So no bit depends on the lanes, the layout or the instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/gemm/gemm.h"

namespace openaclnn {

/// How the matrices of a batch lie in memory. Strides in elements, 0 where a matrix is repeated.
struct MatrixStrides {
  std::array<int64_t, kMaxRank> batch{};
  int64_t row = 0;
  int64_t column = 0;
};

/// The dims of a batch.
struct BatchDims {
  size_t rank = 0;
  std::array<int64_t, kMaxRank> dims{};
};

/// What a product reads and writes.
struct ProductStrides {
  MatrixStrides first;
  MatrixStrides second;
  MatrixStrides added;
  MatrixStrides out;
};

enum class LanesAlong { kColumns, kRows, kBatch };

/// How such a product is cut: which lanes, and how many elements a task has.
struct LanePartition {
  LanePartition() = default;
  LanePartition(const GemmShape& shape, const BatchDims& batch, const ProductStrides& strides);

  /// Whether this is the better way, from the shape alone. `converts`: operands or the result are of other types than sums.
  static bool Suits(const GemmPartition& partition, bool converts);

  GemmShape shape;
  LanesAlong along = LanesAlong::kColumns;
  BatchDims batch;         // merged; without the dim that has the lanes
  ProductStrides strides;  // of its dims
  ProductStrides lanes;    // from a matrix to the next along the lanes, as first stride of the batch
  int64_t allLanes = 0;
  int64_t lanesOfStrip = 0;
  int64_t strips = 0;
  int64_t units = 0;  // strips of all matrices
  int64_t unitsOfTask = 0;
  int64_t others = 0;  // rows or columns that meet the lanes
  int64_t othersOfTask = 0;
};

/// What is computed, with memory as of now.
struct LaneCall {
  const std::byte* first;
  DType firstDtype;
  const std::byte* second;
  DType secondDtype;
  const std::byte* added;  // null: nothing
  DType addedDtype;
  std::byte* out;
  DType outDtype;
  double alpha = 1;
  double beta = 0;
};

template <typename T>
void RunLanes(const LanePartition& partition, const LaneCall& call, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
