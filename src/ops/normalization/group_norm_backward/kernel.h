// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/tensor_view.h"
#include "executor/kernel.h"

namespace openaclnn {

struct GroupNormBackwardArgs {
  TensorView gradOut;
  TensorView input;
  TensorView mean;
  TensorView rstd;
  TensorView gamma;  // left out: all ones
  // The outputs that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradGammaOut;
  TensorView gradBetaOut;
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
  int64_t group = 1;  // divides C
};

// With g = gradOut and xh = (input - mean) * rstd as [N, C, HxW], mean and rstd as [N, group]:
//   gradBetaOut[c] = sum of g, gradGammaOut[c] = sum of g * xh, both over samples and HxW
//   gradInput = rstd * (gamma * g - (S1 + xh * S2) / m), where S1 and S2 sum gamma * g and gamma * g * xh
//   over the m elements of the group: C / group neighbouring channels of a sample.
extern const KernelEntry<GroupNormBackwardArgs> kGroupNormBackwardCpu;

}  // namespace openaclnn
