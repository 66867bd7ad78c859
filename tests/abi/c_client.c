/* SPDX-License-Identifier: Apache-2.0 */
/* A C11 program against acl/ alone: copies a buffer to the device and back. */
#include <string.h>

#include "acl/acl.h"

static int Fail(const char* what) {
  const char* message = aclGetRecentErrMsg();
  printf("%s failed: %s\n", what, message != NULL ? message : "no message");
  return 1;
}

int main(void) {
  const char sent[] = "to the device and back";
  char received[sizeof(sent)] = {0};
  void* device = NULL;
  aclrtStream stream = NULL;
  if (aclInit(NULL) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS ||
      aclrtCreateStream(&stream) != ACL_SUCCESS) {
    return Fail("set-up");
  }
  if (aclrtMalloc(&device, sizeof(sent), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    return Fail("aclrtMalloc");
  }
  if (aclrtMemcpy(device, sizeof(sent), sent, sizeof(sent), ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS ||
      aclrtMemcpy(received, sizeof(received), device, sizeof(sent), ACL_MEMCPY_DEVICE_TO_HOST) !=
          ACL_SUCCESS) {
    return Fail("aclrtMemcpy");
  }
  if (aclrtFree(device) != ACL_SUCCESS || aclrtDestroyStream(stream) != ACL_SUCCESS ||
      aclrtResetDevice(0) != ACL_SUCCESS || aclFinalize() != ACL_SUCCESS) {
    return Fail("teardown");
  }
  return strcmp(sent, received) == 0 ? 0 : Fail("comparison");
}
