// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/kernel.h"
#include "ops/convolution/attributes.h"

namespace openaclnn {

struct QuantConvolutionArgs {
  TensorView input;   // INT8
  TensorView weight;  // INT8
  TensorView bias;    // left out: none
  TensorView scale;   // one for each channel of the output
  TensorView offset;  // in the prototype, and not read
  TensorView output;
  ConvolutionAttributes attributes;  // not transposed
};

// output = bias + scale * (input correlated with weight), whose sums are exact modulo 2^32.
extern const KernelEntry<QuantConvolutionArgs> kQuantConvolutionCpu;

}  // namespace openaclnn
