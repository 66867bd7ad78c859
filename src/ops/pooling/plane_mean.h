// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"

namespace openaclnn {

struct PlaneMeanArgs {
  TensorView self;  // [N, C, H, W] or [C, H, W]
  TensorView out;   // the same with H and W of 1
};

// The mean of each plane; FLOAT, FLOAT16, BFLOAT16 or DOUBLE, both the same.
extern const KernelEntry<PlaneMeanArgs> kPlaneMeanCpu;

}  // namespace openaclnn
