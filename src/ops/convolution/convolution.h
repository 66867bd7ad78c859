// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "ops/convolution/attributes.h"

namespace openaclnn {

struct ConvolutionArgs {
  TensorView input;
  TensorView weight;
  TensorView bias;  // left out: none
  TensorView output;
  ConvolutionAttributes attributes;
};

// [N, C, spatial]: output = bias + input correlated with weight, or the adjoint of that if it is transposed.
extern const KernelEntry<ConvolutionArgs> kConvolutionCpu;

struct ConvolutionBackwardArgs {
  TensorView gradOutput;
  TensorView input;
  TensorView weight;
  // Those that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradWeight;
  TensorView gradBias;
  TensorView bias;  // in a prototype, and not read
  ConvolutionAttributes attributes;
};

extern const KernelEntry<ConvolutionBackwardArgs> kConvolutionBackwardCpu;

}  // namespace openaclnn
