// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/factorizations-inl.h"

namespace openaclnn {

MatrixTask FindRealMatrixTask(MatrixFunction function) {
  FixCacheSizes();
  return TaskOf<double>(function, DecomposeRealSvd);
}

}  // namespace openaclnn
