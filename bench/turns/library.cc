// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/library.h"

#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "acl/acl.h"

namespace bench {

Library::Library(int threads) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is no other thread yet
  setenv("OPENACLNN_NUM_THREADS", std::to_string(threads).c_str(), 1);
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    std::fprintf(stderr, "the runtime does not start\n");
    std::exit(1);
  }
}

Library::~Library() {
  aclrtResetDevice(0);
  aclFinalize();
}

std::shared_ptr<void> AllocateDeviceMemory(size_t bytes) {
  void* data = nullptr;
  if (aclrtMalloc(&data, std::max<size_t>(1, bytes), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    std::fprintf(stderr, "no memory for a tensor of %zu bytes\n", bytes);
    std::exit(1);
  }
  return {data, [](void* block) { aclrtFree(block); }};
}

}  // namespace bench
