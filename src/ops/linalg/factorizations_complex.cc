// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/factorizations-inl.h"

namespace openaclnn {

MatrixTask FindComplexMatrixTask(MatrixFunction function) {
  FixCacheSizes();
  return TaskOf<std::complex<double>>(function, DecomposeComplexSvd);
}

}  // namespace openaclnn
