// SPDX-License-Identifier: Apache-2.0
// Group normalization of one sample with four channels of two elements, in two groups of two channels.
//
// The forward pass gives each group of m = 4 elements the mean 0 and the deviation 1, then scales by gamma
// and shifts by beta, one of each a channel. The numbers are chosen so that this is easy to follow:
//
//     group    input      mean    rstd = 1/deviation    normalized xh    gamma    gradOut
//     0        1 3 1 3    2       1                     -1 1 -1 1        1 2      1 0 0 0
//     1        0 4 4 0    2       1/2                   -1 1 1 -1        1 3      2 0 0 2
//
// gradBeta sums gradOut over a channel, gradGamma sums gradOut * xh. For the input, every element also moves
// the mean and the deviation of its group, which is taken back out:
//
//     gradInput = rstd * (d - (sum(d) + xh * sum(d * xh)) / m)    with d = gamma * gradOut
//     group 0: d = 1 0 0 0, sums 1 and -1: 1-(1+1)/4 0-(1-1)/4 0-(1+1)/4 0-(1-1)/4 = 0.5 0 -0.5 0
//     group 1: d = 2 0 0 6, sums 8 and -8: half of 2-(8+8)/4 0 0 6-(8+8)/4 = -1 0 0 1
//
// gradInput of each group sums to 0: adding a constant to a whole group changes nothing in the output.

#include "aclnnop/aclnn_group_norm_backward.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const int64_t batch = 1;
  const int64_t channels = 4;
  const int64_t elements = 2;
  const int64_t groups = 2;
  const example::Shape shape = {batch, channels, elements};
  const Tensor gradOut = Tensor::Floats(shape, {1, 0, 0, 0, 2, 0, 0, 2});
  const Tensor input = Tensor::Floats(shape, {1, 3, 1, 3, 0, 4, 4, 0});
  // Mean and rstd are results of the forward pass: the operator takes them as they are.
  const Tensor mean = Tensor::Floats({batch, groups}, {2, 2});
  const Tensor rstd = Tensor::Floats({batch, groups}, {1, 0.5});
  const Tensor gamma = Tensor::Floats({channels}, {1, 2, 1, 3});
  const Tensor gradInput = Tensor::Output(shape);
  const Tensor gradGamma = Tensor::Output({channels});
  const Tensor gradBeta = Tensor::Output({channels});
  // Which outputs to compute: a gradient that nobody needs can be left out, its tensor be nullptr.
  const example::BoolArray outputMask = example::MakeBoolArray({true, true, true});
  const example::Stream stream;

  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnGroupNormBackwardGetWorkspaceSize(gradOut, input, mean, rstd, gamma, batch, channels, elements,
                                               groups, outputMask.get(), gradInput, gradGamma, gradBeta,
                                               &workspaceSize, &executor),
        "aclnnGroupNormBackwardGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnGroupNormBackward(workspace.get(), workspaceSize, executor, stream), "aclnnGroupNormBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("gradInput", gradInput, {0.5, 0, -0.5, 0, -1, 0, 0, 1});
  report.Compare("gradGamma", gradGamma, {-1, 0, -2, -2});
  report.Compare("gradBeta", gradBeta, {1, 0, 2, 2});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
