// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/device_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"

namespace bench {

std::shared_ptr<void> AllocateDeviceMemory(size_t bytes) {
  void* data = nullptr;
  if (aclrtMalloc(&data, std::max<size_t>(1, bytes), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    std::fprintf(stderr, "no memory for a tensor of %zu bytes\n", bytes);
    std::exit(1);
  }
  return {data, [](void* block) { aclrtFree(block); }};
}

}  // namespace bench
