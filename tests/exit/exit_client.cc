// SPDX-License-Identifier: Apache-2.0
//
// A client whose teardown runs from a static destructor, after the library's own end of business, with work
// still queued.
#include <cstdlib>

#include "acl/acl.h"

namespace {

constexpr size_t kBytes = size_t{64} << 20;

struct Session {
  aclrtStream stream = nullptr;
  void* memory = nullptr;

  // The statuses do not matter here; that each call comes back does.
  ~Session() {
    (void)aclrtSynchronizeDevice();
    (void)aclrtSynchronizeStream(stream);
    (void)aclrtMemsetAsync(memory, kBytes, 2, kBytes, stream);
    (void)aclrtSynchronizeStream(stream);
    (void)aclrtFree(nullptr);  // fails, and has a message to leave
    (void)aclGetRecentErrMsg();
    (void)aclrtDestroyStream(stream);
    (void)aclrtFree(memory);
    (void)aclrtResetDevice(0);
    (void)aclFinalize();
    (void)aclFinalize();
  }
};

Session session;  // NOLINT(cert-err58-cpp): the point of this program

}  // namespace

int main() {
  if (aclInit(nullptr) != ACL_SUCCESS || aclInit(nullptr) == ACL_SUCCESS ||
      aclrtSetDevice(0) != ACL_SUCCESS || aclrtCreateStream(&session.stream) != ACL_SUCCESS ||
      aclrtMalloc(&session.memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    return EXIT_FAILURE;
  }
  for (int i = 0; i < 20; ++i) {
    if (aclrtMemsetAsync(session.memory, kBytes, i, kBytes, session.stream) != ACL_SUCCESS) {
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
