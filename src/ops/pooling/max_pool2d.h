// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "ops/pooling/pool_window.h"

namespace openaclnn {

struct MaxPool2dArgs {
  TensorView self;  // [..., H, W]
  TensorView out;
  TensorView indices;
  PoolWindow window;
};

// out = the largest element of each window, indices = where in its plane it is. Of equal ones the first, of
// NaNs the last.
extern const KernelEntry<MaxPool2dArgs> kMaxPool2dCpu;

struct MaxPool2dBackwardArgs {
  TensorView gradOutput;
  TensorView self;  // its shape alone is of interest
  TensorView indices;
  TensorView gradInput;
};

// gradInput = the sums of those gradients whose index names the place, in their order. An index outside the
// plane fails the run before anything is written.
extern const KernelEntry<MaxPool2dBackwardArgs> kMaxPool2dBackwardCpu;

}  // namespace openaclnn
