// SPDX-License-Identifier: Apache-2.0
//
// What operators on batches of matrices share. Inputs of any type and layout are converted to float64, or
// complex numbers of it, and packed column after column; each matrix is computed by one task; results are
// rounded once and stored. Nothing is stored if a matrix of the batch is refused.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/linalg/factorizations.h"

namespace openaclnn {

struct MatrixArgs {
  // The matrices a, and b, which may be left out. Batches broadcast to the results'.
  TensorView a;
  TensorView b;
  // Results; one that is not computed is left out.
  TensorView first;
  TensorView second;
  TensorView third;

  MatrixFunction function{};
  // How many of the last dims of a result are a matrix of it: 2, 1 or 0.
  std::array<size_t, 3> dims{2, 2, 2};
  bool transposed = false;       // a is packed transposed
  bool transposesFirst = false;  // the first result is stored transposed
  bool copiesA = false;          // the second result is a, not one of the task's
  bool upper = false;            // as MatrixProblem has it
  bool unit = false;
  const char* name = "self";  // of a
};

extern const KernelEntry<MatrixArgs> kMatricesCpu;
inline constexpr std::array<const KernelEntry<MatrixArgs>*, 1> kMatrixKernels{&kMatricesCpu};

inline constexpr std::array<DType, 4> kMatrixDtypes{DType::kFloat, DType::kDouble, DType::kComplex64,
                                                    DType::kComplex128};

// Pointer, type and view of an input, and its number of dims: 2 to 8.
ArgumentChecks& CheckMatrices(ArgumentChecks& check, const NamedTensor& argument,
                              std::span<const DType> dtypes);
// As many rows as columns.
ArgumentChecks& CheckSquare(ArgumentChecks& check, const NamedTensor& argument);

// The dims of a tensor that has passed its checks, but for its last ones.
[[nodiscard]] Dims BatchOf(const aclTensor& tensor, size_t dims = 2);
// Them, and a matrix's.
[[nodiscard]] Dims With(Dims batch, std::initializer_list<int64_t> matrix);

}  // namespace openaclnn
