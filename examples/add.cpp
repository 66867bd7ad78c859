// SPDX-License-Identifier: Apache-2.0
// The first program of most who write for CANN: two tensors, their sum, printed.
//
//     out = self + alpha * other
//
// alpha is a scalar on the host. It may be of any type that fits; here an integer, with tensors of floats.

#include "aclnnop/aclnn_add.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const Tensor self = Tensor::Floats({2, 3}, {0, 1, 2, 3, 4, 5});
  const Tensor other = Tensor::Floats({3}, {10, 20, 30});  // broadcast: one row for both
  const Tensor out = Tensor::Output({2, 3});
  const example::Stream stream;

  int64_t two = 2;
  const example::Scalar alpha(aclCreateScalar(&two, ACL_INT64));
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnAddGetWorkspaceSize(self, other, alpha.get(), out, &workspaceSize, &executor),
        "aclnnAddGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnAdd(workspace.get(), workspaceSize, executor, stream), "aclnnAdd");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("out", out, {20, 41, 62, 23, 44, 65});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
