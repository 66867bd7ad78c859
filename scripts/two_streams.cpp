// SPDX-License-Identifier: Apache-2.0
// Two streams that use one buffer without an event between them: the finding of scripts/demo_picture.py.
#include "acl/acl.h"

int main() {
  const size_t size = 4096;
  void* buffer = nullptr;
  void* copy = nullptr;
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  aclInit(nullptr);
  aclrtSetDevice(0);
  aclrtMalloc(&buffer, size, ACL_MEM_MALLOC_HUGE_FIRST);
  aclrtMalloc(&copy, size, ACL_MEM_MALLOC_HUGE_FIRST);
  aclrtCreateStream(&first);
  aclrtCreateStream(&second);
  aclrtMemsetAsync(buffer, size, 0, size, first);
  aclrtMemcpyAsync(copy, size, buffer, size, ACL_MEMCPY_DEVICE_TO_DEVICE, second);
  aclrtSynchronizeDevice();
  aclrtFree(buffer);
  aclrtFree(copy);
  aclrtDestroyStream(first);
  aclrtDestroyStream(second);
  aclrtResetDevice(0);
  return aclFinalize();
}
