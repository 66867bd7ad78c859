// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"

namespace openaclnn {

struct MseLossBackwardArgs {
  TensorView gradOutput;
  TensorView self;
  TensorView target;
  TensorView out;
  double divisor = 0.5;  // 1/2, or numel(self)/2 for the mean: a division keeps exact quotients exact
};

// out = (self - target) * gradOutput / divisor, element by element over the shape of out, to which all inputs
// broadcast.
extern const KernelEntry<MseLossBackwardArgs> kMseLossBackwardCpu;

}  // namespace openaclnn
