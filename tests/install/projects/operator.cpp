// SPDX-License-Identifier: Apache-2.0
// A program as CANN's documentation writes them: C++11, operators in two phases, headers found by any of
// their paths.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "acl_meta.h"  // through include/aclnn
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#ifdef WITHOUT_FOLDER
#include "aclnn_repeat_interleave.h"  // through include/aclnnop
#endif

#define CHECK(call)                                                     \
  do {                                                                  \
    const int status = (call);                                          \
    if (status != 0) {                                                  \
      std::printf("%s: %d: %s\n", #call, status, aclGetRecentErrMsg()); \
      std::exit(1);                                                     \
    }                                                                   \
  } while (false)

struct Tensor {
  void* data;
  aclTensor* descriptor;
};

static Tensor MakeTensor(const std::vector<float>& values, const std::vector<int64_t>& shape) {
  Tensor tensor = {nullptr, nullptr};
  const size_t bytes = values.size() * sizeof(float);
  CHECK(aclrtMalloc(&tensor.data, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  CHECK(aclrtMemcpy(tensor.data, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
  tensor.descriptor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                      shape.data(), shape.size(), tensor.data);
  return tensor;
}

int main() {
  aclrtStream stream = nullptr;
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(0));
  CHECK(aclrtCreateStream(&stream));

  const std::vector<int64_t> shape = {2, 2};
  const Tensor gradOutput = MakeTensor({1, 2, 3, 4}, shape);
  const Tensor self = MakeTensor({1, 2, 3, 4}, shape);
  const Tensor target = MakeTensor({0, 4, 3, 2}, shape);
  const Tensor gradInput = MakeTensor({7, 7, 7, 7}, shape);
  const float expected[] = {2, -8, 0, 16};  // 2 (self - target) gradOutput

  const int64_t reductionSum = 2;
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnMseLossBackwardGetWorkspaceSize(gradOutput.descriptor, self.descriptor, target.descriptor,
                                             reductionSum, gradInput.descriptor, &workspaceSize, &executor));
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  CHECK(aclnnMseLossBackward(workspace, workspaceSize, executor, stream));
  CHECK(aclrtSynchronizeStream(stream));

  std::vector<float> result(4);
  const size_t bytes = result.size() * sizeof(float);
  CHECK(aclrtMemcpy(result.data(), bytes, gradInput.data, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
  int wrong = 0;
  for (size_t i = 0; i < result.size(); ++i) {
    std::printf("%zu: %g, expected %g\n", i, result[i], expected[i]);
    wrong += result[i] != expected[i];
  }

  for (const Tensor& tensor : {gradOutput, self, target, gradInput}) {
    CHECK(aclDestroyTensor(tensor.descriptor));
    CHECK(aclrtFree(tensor.data));
  }
  if (workspace != nullptr) {
    CHECK(aclrtFree(workspace));
  }
  CHECK(aclrtDestroyStream(stream));
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
  return wrong;
}
