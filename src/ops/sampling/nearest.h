// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "executor/kernel.h"
#include "ops/common/volume.h"

namespace openaclnn {

struct NearestArgs {
  TensorView self;
  TensorView out;
  VolumeLayout selfLayout{};
  VolumeLayout outLayout{};
  // Of each plane, row and column of the output's volumes those of the input.
  std::vector<int64_t> planes{0};
  std::vector<int64_t> rows{0};
  std::vector<int64_t> columns{0};
};

// Copies whole elements of any type.
extern const KernelEntry<NearestArgs> kNearestCpu;

}  // namespace openaclnn
