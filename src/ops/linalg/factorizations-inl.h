// SPDX-License-Identifier: Apache-2.0
//
// The tasks of ops/linalg/factorizations.h for one type of numbers. Included once for each, in a file of its
// own: compilers take long for them.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <mutex>
#include <type_traits>

#include "ops/linalg/factorizations.h"
#include "ops/linalg/matrix_views.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

namespace openaclnn {
namespace {

// a x = b, by substitution.
template <typename Number>
const char* SolveTriangle(const MatrixProblem& problem) {
  const View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.rows);
  View<Number> x = ViewOf<Number>(problem.results[0], problem.rows, problem.width);
  x = ViewOf<Number>(problem.b, problem.rows, problem.width);
  if (x.size() == 0) {
    return nullptr;
  }
  if (problem.upper && problem.unit) {
    a.template triangularView<Eigen::UnitUpper>().solveInPlace(x);
  } else if (problem.upper) {
    a.template triangularView<Eigen::Upper>().solveInPlace(x);
  } else if (problem.unit) {
    a.template triangularView<Eigen::UnitLower>().solveInPlace(x);
  } else {
    a.template triangularView<Eigen::Lower>().solveInPlace(x);
  }
  return nullptr;
}

template <typename Number>
const char* Invert(const MatrixProblem& problem) {
  if (problem.rows == 0) {
    return nullptr;
  }
  View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.rows);
  const Eigen::PartialPivLU<InPlace<Number>> lu(a);
  if ((a.diagonal().array() == Number(0)).any()) {
    return "an invertible matrix, got a singular one";
  }
  ViewOf<Number>(problem.results[0], problem.rows, problem.rows) = lu.inverse();
  return nullptr;
}

template <typename Number>
const char* DecomposeCholesky(const MatrixProblem& problem) {
  if (problem.rows == 0) {
    return nullptr;
  }
  View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.rows);
  const Eigen::LLT<InPlace<Number>> decomposition(a);
  // A NaN passes for a positive number there.
  const auto diagonal = a.diagonal().real().array();
  if (decomposition.info() != Eigen::Success || !(diagonal == diagonal).all()) {
    return "a positive definite matrix, got one that is not";
  }
  View<Number> factor = ViewOf<Number>(problem.results[0], problem.rows, problem.rows);
  factor = a.template triangularView<Eigen::Lower>();
  return nullptr;
}

template <typename Number>
const char* DecomposeQr(const MatrixProblem& problem) {
  View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.columns);
  View<Number> r = ViewOf<Number>(problem.results[1], problem.width, problem.columns);
  if (a.size() == 0) {
    if (problem.results[0] != nullptr) {
      ViewOf<Number>(problem.results[0], problem.rows, problem.width).setIdentity();
    }
    r.setZero();
    return nullptr;
  }
  const Eigen::HouseholderQR<InPlace<Number>> decomposition(a);
  r.setZero();
  const int64_t rows = std::min(problem.rows, problem.columns);
  r.topRows(rows) = a.topRows(rows).template triangularView<Eigen::Upper>();
  if (problem.results[0] != nullptr) {
    View<Number> q = ViewOf<Number>(problem.results[0], problem.rows, problem.width);
    q.setIdentity();
    q.applyOnTheLeft(decomposition.householderQ());
  }
  return nullptr;
}

// A determinant: its sign (of a complex one the number of absolute value 1), or 0, and the logarithm of its
// absolute value.
template <typename Number>
struct Determinant {
  Number sign;
  double logarithm;
};

template <typename Number>
Determinant<Number> DeterminantOf(const MatrixProblem& problem) {
  Determinant<Number> result{Number(1), 0};
  if (problem.rows == 0) {
    return result;
  }
  View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.rows);
  const Eigen::PartialPivLU<InPlace<Number>> lu(a);
  result.sign = Number(static_cast<double>(lu.permutationP().determinant()));
  for (int64_t i = 0; i < problem.rows; ++i) {
    const Number pivot = a(i, i);
    const double size = std::abs(pivot);
    result.sign = size == 0 ? Number(0) : result.sign * (pivot / size);
    result.logarithm += std::log(size);
  }
  return result;
}

template <typename Number>
const char* TakeLogdet(const MatrixProblem& problem) {
  const Determinant<Number> determinant = DeterminantOf<Number>(problem);
  Number logarithm(determinant.logarithm);
  if constexpr (std::is_same_v<Number, double>) {
    if (determinant.sign < 0) {
      logarithm = std::numeric_limits<double>::quiet_NaN();
    }
  } else {
    logarithm.imag(std::arg(determinant.sign));
  }
  *reinterpret_cast<Number*>(problem.results[0]) = logarithm;
  return nullptr;
}

template <typename Number>
const char* TakeSlogdet(const MatrixProblem& problem) {
  const Determinant<Number> determinant = DeterminantOf<Number>(problem);
  *reinterpret_cast<Number*>(problem.results[0]) = determinant.sign;
  *reinterpret_cast<double*>(problem.results[1]) = determinant.logarithm;
  return nullptr;
}

// `svd`: that of singular values, which is compiled by itself.
template <typename Number>
MatrixTask TaskOf(MatrixFunction function, MatrixTask svd) {
  switch (function) {
    case MatrixFunction::kTriangularSolve:
      return SolveTriangle<Number>;
    case MatrixFunction::kInverse:
      return Invert<Number>;
    case MatrixFunction::kCholesky:
      return DecomposeCholesky<Number>;
    case MatrixFunction::kQr:
      return DecomposeQr<Number>;
    case MatrixFunction::kSvd:
      return svd;
    case MatrixFunction::kLogdet:
      return TakeLogdet<Number>;
    case MatrixFunction::kSlogdet:
      return TakeSlogdet<Number>;
  }
  return nullptr;
}

// Products are cut by the sizes of the caches: with those of the processor its results had bits of their own.
void FixCacheSizes() {
  static std::once_flag once;
  std::call_once(once, [] { Eigen::setCpuCacheSizes(32 << 10, 512 << 10, 2 << 20); });
}

}  // namespace
}  // namespace openaclnn
