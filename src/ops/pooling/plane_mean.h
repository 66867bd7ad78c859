// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"

namespace openaclnn {

struct PlaneMeanArgs {
  TensorView self;     // [N, C, ...] or [C, ...]
  TensorView out;      // the same with dims of 1 after the channels
  size_t spatial = 2;  // dims after the channels
};

// The mean of each plane or volume; FLOAT, FLOAT16, BFLOAT16 or DOUBLE, both the same.
extern const KernelEntry<PlaneMeanArgs> kPlaneMeanCpu;

}  // namespace openaclnn
