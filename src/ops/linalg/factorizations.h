// SPDX-License-Identifier: Apache-2.0
//
// What is computed of one matrix at a time: in float64 or complex float64, on the calling thread, by Eigen, except for
// singular values of real matrices. The only place that knows which library this is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn {

enum class MatrixFunction {
  kTriangularSolve,  // results: x of a x = b
  kInverse,          // the inverse of a
  kCholesky,         // the lower factor of a, whose upper triangle is not read
  kQr,               // q and r; q may be left out
  kSvd,              // singular values, u and v; both or neither of these
  kLogdet,           // the logarithm of the determinant
  kSlogdet,          // its sign, and the logarithm of its absolute value, which is real
};

// One matrix. Elements lie column after column; complex ones as two doubles. Inputs may be overwritten, but
// for a triangle's matrix.
struct MatrixProblem {
  int64_t rows = 0;  // of a
  int64_t columns = 0;
  int64_t width = 0;   // columns of b, of q, or of u and v
  int64_t width2 = 0;  // of v
  bool upper = false;  // the triangle that is solved
  bool unit = false;   // its diagonal counts as ones
  std::byte* a = nullptr;
  std::byte* b = nullptr;
  std::array<std::byte*, 3> results{};  // null: left out
};

// Null, or what was expected of the matrix and not so. Throws std::bad_alloc.
using MatrixTask = const char* (*)(const MatrixProblem& problem);

// The tasks of kSvd, which are compiled apart.
[[nodiscard]] const char* DecomposeRealSvd(const MatrixProblem& problem);
[[nodiscard]] const char* DecomposeComplexSvd(const MatrixProblem& problem);

// Of matrices whose smaller extent is given.
[[nodiscard]] MatrixTask FindRealMatrixTask(MatrixFunction function, int64_t extent);
[[nodiscard]] MatrixTask FindComplexMatrixTask(MatrixFunction function);

}  // namespace openaclnn
