// SPDX-License-Identifier: Apache-2.0
//
// Singular values of real matrices: reflections make them bidiagonal, QR steps make that diagonal.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ops/linalg/factorizations.h"
#include "ops/linalg/singular_values-inl.h"
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(DecomposeSvd, const char*(const MatrixProblem& problem, double scale));
}

#if !HWY_ONCE
#include "ops/linalg/bidiagonal-inl.h"
#include "ops/linalg/bidiagonalization-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

const char* DecomposeSvd(const MatrixProblem& problem, double scale) {
  const auto* const given = reinterpret_cast<const double*>(problem.a);
  // A wide matrix is decomposed as the transposed one: left and right change places.
  const bool wide = problem.rows < problem.columns;
  const int64_t rows = std::max(problem.rows, problem.columns);
  const int64_t count = std::min(problem.rows, problem.columns);
  const int64_t rowStride = wide ? problem.rows : 1;
  const int64_t columnStride = wide ? 1 : problem.rows;
  Bidiagonalization bidiagonal(rows, count);
  for (int64_t column = 0; column < count; ++column) {
    double* const to = bidiagonal.Column(column);
    for (int64_t row = 0; row < rows; ++row) {
      to[row] = given[row * rowStride + column * columnStride] / scale;
    }
  }
  auto* const values = reinterpret_cast<double*>(problem.results[0]);
  std::vector<double> above(static_cast<size_t>(count));
  bidiagonal.Run(values, above.data());
  auto* left = reinterpret_cast<double*>(problem.results[1]);
  auto* right = reinterpret_cast<double*>(problem.results[2]);
  if (left != nullptr) {
    int64_t width = problem.width;
    int64_t width2 = problem.width2;
    if (wide) {
      std::swap(left, right);
      std::swap(width, width2);
    }
    bidiagonal.StoreLeft(left, width);
    bidiagonal.StoreRight(right, width2);
  }
  if (!BidiagonalValues(values, above.data(), count, left, rows, right, count).Compute()) {
    return kExpectedConvergence;
  }
  for (int64_t i = 0; i < count; ++i) {
    values[i] *= scale;
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else  // compiled once
namespace openaclnn {

const char* DecomposeRealSvd(const MatrixProblem& problem) {
  double largest = 0;
  const auto* const numbers = reinterpret_cast<const double*>(problem.a);
  for (int64_t i = 0; i < problem.rows * problem.columns; ++i) {
    const double size = std::fabs(numbers[i]);
    if (!(size <= std::numeric_limits<double>::max())) {
      return kExpectedFinite;
    }
    largest = std::max(largest, size);
  }
  if (largest == 0) {
    std::fill_n(reinterpret_cast<double*>(problem.results[0]), std::min(problem.rows, problem.columns), 0.0);
    StoreIdentities<double>(problem);
    return nullptr;
  }
  // A power of two changes no digit. Squares of what it leaves neither overflow nor vanish.
  return HWY_DYNAMIC_DISPATCH(DecomposeSvd)(problem, std::ldexp(1.0, std::ilogb(largest)));
}

}  // namespace openaclnn
#endif
