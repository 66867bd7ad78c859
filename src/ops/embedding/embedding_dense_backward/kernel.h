// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

struct EmbeddingDenseBackwardArgs {
  TensorView grad;     // rows of the last dim, all other dims counting the rows
  TensorView indices;  // one for each row of grad
  TensorView out;      // [numWeights, last dim of grad]
  int64_t paddingIdx = -1;
  bool scaleGradByFreq = false;
};

// out[v,:] = sum over rows t with indices[t] == v of grad[t,:], divided by the number of such t if
// scaleGradByFreq. Rows whose index is paddingIdx are left out. Any other index outside the table fails the
// run before anything is written.
extern const KernelEntry<EmbeddingDenseBackwardArgs> kEmbeddingDenseBackwardCpu;

}  // namespace openaclnn
