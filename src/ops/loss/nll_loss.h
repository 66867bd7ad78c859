// SPDX-License-Identifier: Apache-2.0
//
// The negative log-likelihood loss and its gradient, of any number of positions: what their entry points
// (nll_loss.cc) and kernels (nll_loss_cpu.cc) share.
#pragma once

#include "base/tensor_view.h"
#include "executor/kernel.h"

namespace openaclnn {

enum LossReduction : int64_t { kLossNone = 0, kLossMean = 1, kLossSum = 2 };

struct NllLossArgs {
  TensorView gradOutput;  // of the gradient alone
  TensorView self;
  TensorView target;
  TensorView weight;       // may be left out: ones
  TensorView totalWeight;  // a result of the loss, an input of its gradient
  TensorView out;
  int64_t reduction = kLossMean;
  int64_t ignoreIndex = 0;
  int classDim = 0;  // of self, and of the gradient's out; the other dims are those of target
};

extern const KernelEntry<NllLossArgs> kNllLossCpu;
extern const KernelEntry<NllLossArgs> kNllLossBackwardCpu;

}  // namespace openaclnn
