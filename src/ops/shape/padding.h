// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

// What stands around a tensor: its elements mirrored at the outermost ones, the outermost ones, or what stands
// at the other end.
enum class PadMode { kReflection, kReplication, kCircular };

struct PadArgs {
  TensorView source;  // self; of a gradient, gradOutput
  TensorView model;   // of a gradient: self, which the kernel does not look at
  TensorView result;  // out, gradInput
  PadMode mode = PadMode::kReflection;
  bool gradient = false;
  std::array<int64_t, kMaxRank> before{};  // places in front, along each dim; negative: that are left out
};

// result = source padded. Of a gradient: the sums of the gradients of all places that an element went
// to, of FLOAT, FLOAT16, BFLOAT16 or DOUBLE.
extern const KernelEntry<PadArgs> kPadCpu;

}  // namespace openaclnn
