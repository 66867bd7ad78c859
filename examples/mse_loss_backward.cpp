// SPDX-License-Identifier: Apache-2.0
// Mean squared error: which way should each of four predictions move?
//
//     loss = ((1-0)^2 + (2-2)^2 + (3-5)^2 + (4-3)^2) / 4
//
// The gradient for a prediction is 2/4 * (prediction - target): 0.5 for one that is too high by 1, -1 for one
// that is too low by 2, 0 for one that is right. Times gradOutput, the gradient of the loss itself: 1 where
// the loss is the end of the computation. It is one number; broadcasting applies it to all four.

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const Tensor gradOutput = Tensor::Floats({1}, {1});
  const Tensor prediction = Tensor::Floats({4}, {1, 2, 3, 4});
  const Tensor target = Tensor::Floats({4}, {0, 2, 5, 3});
  const Tensor gradPrediction = Tensor::Output({4});
  const example::Stream stream;

  const int64_t reduction = 1;  // mean; 0: none, 2: sum
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnMseLossBackwardGetWorkspaceSize(gradOutput, prediction, target, reduction, gradPrediction,
                                             &workspaceSize, &executor),
        "aclnnMseLossBackwardGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnMseLossBackward(workspace.get(), workspaceSize, executor, stream), "aclnnMseLossBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("gradPrediction", gradPrediction, {0.5, 0, -1, 0.5});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
