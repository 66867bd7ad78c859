// SPDX-License-Identifier: Apache-2.0
//
// Singular values of one type of numbers, apart from the other factorizations: compilers take as long for them
// as for all of these.
#pragma once

#include <algorithm>
#include <complex>
#include <type_traits>

#include "ops/linalg/factorizations.h"
#include "ops/linalg/matrix_views.h"

#include <Eigen/SVD>

namespace openaclnn {
namespace {

// Of complex matrices by rotations: they take longer for large ones, but a fifth of the time to compile.
template <typename Number>
using SingularValues = std::conditional_t<std::is_same_v<Number, double>, Eigen::BDCSVD<Matrix<Number>>,
                                          Eigen::JacobiSVD<Matrix<Number>>>;

template <typename Number>
const char* DecomposeSvd(const MatrixProblem& problem) {
  const View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.columns);
  const bool vectors = problem.results[1] != nullptr;
  if (a.size() == 0) {
    if (vectors) {
      ViewOf<Number>(problem.results[1], problem.rows, problem.width).setIdentity();
      ViewOf<Number>(problem.results[2], problem.columns, problem.width2).setIdentity();
    }
    return nullptr;
  }
  if (!a.allFinite()) {
    return "finite numbers, got NaN or infinity";
  }
  const int64_t least = std::min(problem.rows, problem.columns);
  unsigned int options = 0;
  if (vectors) {
    options = problem.width == least && problem.width2 == least ? Eigen::ComputeThinU | Eigen::ComputeThinV
                                                                : Eigen::ComputeFullU | Eigen::ComputeFullV;
  }
  const SingularValues<Number> decomposition(a, options);
  if (decomposition.info() != Eigen::Success) {
    return "a matrix whose singular values converge, got one whose do not";
  }
  ViewOf<double>(problem.results[0], least, 1) = decomposition.singularValues();
  if (vectors) {
    ViewOf<Number>(problem.results[1], problem.rows, problem.width) = decomposition.matrixU();
    ViewOf<Number>(problem.results[2], problem.columns, problem.width2) = decomposition.matrixV();
  }
  return nullptr;
}

}  // namespace
}  // namespace openaclnn
