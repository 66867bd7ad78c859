// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/singular_values-inl.h"

namespace openaclnn {

const char* DecomposeComplexSvd(const MatrixProblem& problem) {
  return DecomposeSvd<std::complex<double>>(problem);
}

}  // namespace openaclnn
