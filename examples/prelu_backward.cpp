// SPDX-License-Identifier: Apache-2.0
// PReLU with two channels of three elements: x where x > 0, else weight * x, with a weight for each channel.
//
//     channel    weight    self        gradOutput    slope at self     gradInput = gradOutput * slope
//     0          0.5       -2 -1 3     1 2 3         0.5  0.5  1       0.5  1    3
//     1          0.25      -4  0 2     4 5 6         0.25 0.25 1       1    1.25 6
//
// Zero counts as not positive. The weight of a channel scales its non-positive elements, so its gradient is
// the sum of gradOutput * self over those: 1*-2 + 2*-1 = -4 for channel 0, 4*-4 + 5*0 = -16 for channel 1.

#include "aclnnop/aclnn_prelu_backward.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const example::Shape shape = {1, 2, 3};  // batch, channels, elements: channels are always dimension 1
  const Tensor gradOutput = Tensor::Floats(shape, {1, 2, 3, 4, 5, 6});
  const Tensor self = Tensor::Floats(shape, {-2, -1, 3, -4, 0, 2});
  const Tensor weight = Tensor::Floats({2}, {0.5, 0.25});
  const Tensor gradInput = Tensor::Output(shape);
  const Tensor gradWeight = Tensor::Output({2});
  const example::Stream stream;

  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnPreluBackwardGetWorkspaceSize(gradOutput, self, weight, gradInput, gradWeight, &workspaceSize,
                                           &executor),
        "aclnnPreluBackwardGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnPreluBackward(workspace.get(), workspaceSize, executor, stream), "aclnnPreluBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("gradInput", gradInput, {0.5, 1, 3, 1, 1.25, 6});
  report.Compare("gradWeight", gradWeight, {-4, -16});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
