// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/library.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "acl/acl.h"

namespace bench {

Library::Library(int threads) {
  // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  setenv("OPENACLNN_NUM_THREADS", std::to_string(threads).c_str(), 1);
  // NOLINTEND(concurrency-mt-unsafe)
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    throw std::runtime_error("the runtime does not start");
  }
}

Library::~Library() {
  aclrtResetDevice(0);
  aclFinalize();
}

std::shared_ptr<void> AllocateDeviceMemory(size_t bytes) {
  void* data = nullptr;
  if (aclrtMalloc(&data, std::max<size_t>(1, bytes), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    throw std::runtime_error("no memory for a tensor of " + std::to_string(bytes) + " bytes");
  }
  return {data, [](void* block) { aclrtFree(block); }};
}

}  // namespace bench
