// SPDX-License-Identifier: Apache-2.0
//
// Singular values of complex matrices, apart from the other factorizations: compilers take as long for them as for
// all of these. By rotations: they take longer for large matrices than other methods, but a fifth of the time to
// compile.
#include <algorithm>
#include <complex>

#include "ops/linalg/matrix_views.h"
#include "ops/linalg/singular_values-inl.h"

#include <Eigen/SVD>

namespace openaclnn {

const char* DecomposeComplexSvd(const MatrixProblem& problem) {
  using Number = std::complex<double>;
  const View<Number> a = ViewOf<Number>(problem.a, problem.rows, problem.columns);
  if (a.size() == 0) {
    StoreIdentities<Number>(problem);
    return nullptr;
  }
  if (!a.allFinite()) {
    return kExpectedFinite;
  }
  const bool vectors = problem.results[1] != nullptr;
  const int64_t least = std::min(problem.rows, problem.columns);
  unsigned int options = 0;
  if (vectors) {
    options = problem.width == least && problem.width2 == least ? Eigen::ComputeThinU | Eigen::ComputeThinV
                                                                : Eigen::ComputeFullU | Eigen::ComputeFullV;
  }
  const Eigen::JacobiSVD<Matrix<Number>> decomposition(a, options);
  if (decomposition.info() != Eigen::Success) {
    return kExpectedConvergence;
  }
  ViewOf<double>(problem.results[0], least, 1) = decomposition.singularValues();
  if (vectors) {
    ViewOf<Number>(problem.results[1], problem.rows, problem.width) = decomposition.matrixU();
    ViewOf<Number>(problem.results[2], problem.columns, problem.width2) = decomposition.matrixV();
  }
  return nullptr;
}

}  // namespace openaclnn
