// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"

namespace openaclnn {

struct PreluBackwardArgs {
  TensorView gradOutput;
  TensorView self;
  TensorView weight;
  TensorView gradInput;
  TensorView gradWeight;
};

// gradInput = self > 0 ? gradOutput : gradOutput * weight, element by element over the shape of self, to
// which gradOutput broadcasts; gradWeight = the sum of self > 0 ? 0 : gradOutput * self over the elements of
// a weight: those of its channel (dim 1 of self), or all if there is one weight.
extern const KernelEntry<PreluBackwardArgs> kPreluBackwardCpu;

}  // namespace openaclnn
