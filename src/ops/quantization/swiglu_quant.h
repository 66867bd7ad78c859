// SPDX-License-Identifier: Apache-2.0
//
// Gated activations whose rows are quantized.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

enum class SwiGluGating : uint8_t { kPlain, kPairs, kHalves };

struct SwiGluQuantArgs {
  TensorView x;            // [.., 2 * length]
  TensorView columnScale;  // [groups, 2 * length], of integers
  TensorView rowScale;     // [rows]
  TensorView bias;         // as columnScale
  TensorView smooth;       // [groups, length], or one for each group
  TensorView offset;       // likewise, of one scale
  TensorView groups;       // where groups of rows end, or how many rows they have
  TensorView y;            // [.., length]
  TensorView scale;        // [rows]
  bool leftGate = false;
  bool dynamic = true;
  bool counts = false;
  SwiGluGating gating = SwiGluGating::kPlain;
  float limit = 0;
  float alpha = 0;
  float added = 0;
};

extern const KernelEntry<SwiGluQuantArgs> kSwiGluQuantCpu;

}  // namespace openaclnn
