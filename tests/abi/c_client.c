/* SPDX-License-Identifier: Apache-2.0 */
/* A C11 program: copies to the device, runs an operator there, copies the result back. */
#include <stdint.h>
#include <string.h>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "aclnnop/aclnn_mse_loss_backward.h"

#define COUNT 4

static int Fail(const char* what) {
  const char* message = aclGetRecentErrMsg();
  printf("%s failed: %s\n", what, message != NULL ? message : "no message");
  return 1;
}

/* NULL on failure. */
static aclTensor* NewTensor(const float* values, void** data) {
  const int64_t dims[] = {COUNT};
  const size_t bytes = COUNT * sizeof(float);
  if (aclrtMalloc(data, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ||
      aclrtMemcpy(*data, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) {
    return NULL;
  }
  return aclCreateTensor(dims, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 1, *data);
}

int main(void) {
  const float sent[4][COUNT] = {{1, 1, 1, 1}, {1, 2, 3, 4}, {0, 0, 5, 5}, {0, 0, 0, 0}};
  const float expected[COUNT] = {0.5F, 1, -1, -0.5F};
  float received[COUNT] = {0};
  void* data[4] = {NULL};
  aclTensor* tensors[4] = {NULL};
  aclrtStream stream = NULL;
  uint64_t workspaceSize = 0;
  void* workspace = NULL;
  aclOpExecutor* executor = NULL;
  if (aclSetCompileopt(0, "no effect") != ACL_SUCCESS) {
    return Fail("aclSetCompileopt");
  }
  if (aclInit(NULL) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS ||
      aclrtCreateStream(&stream) != ACL_SUCCESS) {
    return Fail("set-up");
  }
  for (int i = 0; i < 4; ++i) {
    tensors[i] = NewTensor(sent[i], &data[i]);
    if (tensors[i] == NULL) {
      return Fail("a tensor");
    }
  }
  if (aclnnMseLossBackwardGetWorkspaceSize(tensors[0], tensors[1], tensors[2], 1, tensors[3], &workspaceSize,
                                           &executor) != OK) {
    return Fail("phase one");
  }
  if (workspaceSize > 0 && aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    return Fail("aclrtMalloc");
  }
  if (aclnnMseLossBackward(workspace, workspaceSize, executor, stream) != OK ||
      aclrtSynchronizeStream(stream) != ACL_SUCCESS) {
    return Fail("phase two");
  }
  if (aclrtMemcpy(received, sizeof(received), data[3], sizeof(received), ACL_MEMCPY_DEVICE_TO_HOST) !=
      ACL_SUCCESS) {
    return Fail("aclrtMemcpy");
  }
  for (int i = 0; i < 4; ++i) {
    if (aclDestroyTensor(tensors[i]) != OK || aclrtFree(data[i]) != ACL_SUCCESS) {
      return Fail("aclrtFree");
    }
  }
  if ((workspace != NULL && aclrtFree(workspace) != ACL_SUCCESS) ||
      aclrtDestroyStream(stream) != ACL_SUCCESS || aclrtResetDevice(0) != ACL_SUCCESS ||
      aclFinalize() != ACL_SUCCESS) {
    return Fail("teardown");
  }
  return memcmp(received, expected, sizeof(expected)) == 0 ? 0 : Fail("comparison");
}
