// SPDX-License-Identifier: Apache-2.0
//
// Normalization of channels: tensors [N, C, ...], each channel with statistics over all samples and
// positions.
#pragma once

#include "base/tensor_view.h"
#include "executor/kernel.h"

namespace openaclnn {

struct BatchNormArgs {
  TensorView input;   // [N, C, ...]
  TensorView weight;  // [C], as are those below; left out: ones
  TensorView bias;    // left out: zeros
  TensorView runningMean;
  TensorView runningVar;
  TensorView mean;  // these two in place of all statistics
  TensorView invstd;
  TensorView output;  // left out: statistics alone
  TensorView saveMean;
  TensorView saveInvstd;
  TensorView newRunningMean;  // with runningMean and in its place
  TensorView newRunningVar;
  bool training = false;
  double momentum = 0;
  double epsilon = 0;
};

// output = (input - mean) * invstd * weight + bias. In training mean and variance are those of the input, and
// move the running ones; else they are the running ones, or `mean` and `invstd`.
extern const KernelEntry<BatchNormArgs> kBatchNormCpu;

struct BatchNormBackwardArgs {
  TensorView gradOut;  // [N, C, ...]
  TensorView input;
  TensorView weight;       // [C], as are those below; left out: ones
  TensorView runningMean;  // these two in evaluation
  TensorView runningVar;
  TensorView saveMean;  // these two in training
  TensorView saveInvstd;
  // Sums over the channels, of m elements in all, that were made before: those of this tensor are none then.
  TensorView givenSum;
  TensorView givenProduct;
  TensorView counts;
  // The outputs that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradWeight;
  TensorView gradBias;
  TensorView sum;
  TensorView product;
  bool training = false;
  double epsilon = 0;
};

// With xh = (input - mean) * invstd, sums over a channel of m elements:
//   gradBias = sum of gradOut, gradWeight = sum of gradOut * xh;
//   gradInput = weight * invstd * (gradOut - gradBias / m - xh * gradWeight / m) in training,
//   gradInput = weight * invstd * gradOut else;
//   sum = gradBias, product = sum of gradOut * (input - mean).
extern const KernelEntry<BatchNormBackwardArgs> kBatchNormBackwardCpu;

}  // namespace openaclnn
