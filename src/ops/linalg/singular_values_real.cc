// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/singular_values-inl.h"

namespace openaclnn {

const char* DecomposeRealSvd(const MatrixProblem& problem) {
  return DecomposeSvd<double>(problem);
}

}  // namespace openaclnn
