// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "executor/kernel.h"

namespace openaclnn {

struct NearestArgs {
  TensorView self;  // [N, C, H, W]
  TensorView out;   // [N, C, Ho, Wo]
  // Of each row and column of the output those of the input.
  std::vector<int64_t> rows;
  std::vector<int64_t> columns;
};

// Copies whole elements of any type.
extern const KernelEntry<NearestArgs> kNearestCpu;

}  // namespace openaclnn
