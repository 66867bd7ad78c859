// SPDX-License-Identifier: Apache-2.0
//
// FRACTAL_NZ, the private format of matrices: a matrix [r, c] lies in memory as [c1, r1, 16, width], so that
// element (i, j) is [j / width][i / 16][i % 16][j % width]. Rows that are neighbours stay so, and each has
// `width` columns in one place; what lies beyond the matrix is zero. A tensor has the format by its label
// and its storage dims. Dims before the last two are batches, in front.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ops/common/checks.h"
#include "tensor/fractal_storage.h"

namespace openaclnn {

inline constexpr int64_t kFractalRows = 16;

// The columns of a block: what a label says, or what 32 bytes hold; 0 for types that have none.
[[nodiscard]] int64_t FractalWidth(int32_t format, DType dtype);

// The storage dims of matrices [..., r, c].
[[nodiscard]] Dims FractalDims(std::span<const int64_t> matrices, int64_t width);

// Matrices in the format.
struct FractalMatrices {
  aclTensor storage;  // as a plain tensor [..., c1, r1, 16, width]
  int64_t width = 0;
  bool transposed = false;  // the tensor shows [..., c, r]
};

// Of a tensor that IsFractal, whose view shows the matrices; the check says what of it does not fit.
[[nodiscard]] std::optional<FractalMatrices> FindFractal(ArgumentChecks& check, const NamedTensor& argument);

// Of one whose view has the storage dims, which show matrices [rows, columns], or these transposed.
[[nodiscard]] std::optional<FractalMatrices> FindFractalView(ArgumentChecks& check,
                                                             const NamedTensor& argument, int64_t rows,
                                                             int64_t columns);

}  // namespace openaclnn
