// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/operator.h"

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
[[nodiscard]] Plan PlanPreluBackwardCpu(const PreluBackwardArgs& args);
[[nodiscard]] Status RunPreluBackwardCpu(const PreluBackwardArgs& args, std::byte* workspace,
                                         backend::ExecutionContext& context);

}  // namespace openaclnn
