// SPDX-License-Identifier: Apache-2.0
// A program of the runtime alone: copies on one stream, ordered behind another by an event.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace {

bool Succeeds(aclError status, const std::string& what) {
  if (status != ACL_SUCCESS) {
    std::printf("%s: %d: %s\n", what.c_str(), status, aclGetRecentErrMsg());
  }
  return status == ACL_SUCCESS;
}

bool CopyBehindEvent(aclrtStream first, aclrtStream second, aclrtEvent event) {
  std::vector<uint8_t> host(4096, 0);
  void* device = nullptr;
  bool good = Succeeds(aclrtMalloc(&device, host.size(), ACL_MEM_MALLOC_NORMAL_ONLY), "aclrtMalloc");
  good =
      good && Succeeds(aclrtMemsetAsync(device, host.size(), 0x5a, host.size(), first), "aclrtMemsetAsync");
  good = good && Succeeds(aclrtRecordEvent(event, first), "aclrtRecordEvent");
  good = good && Succeeds(aclrtStreamWaitEvent(second, event), "aclrtStreamWaitEvent");
  good = good && Succeeds(aclrtMemcpyAsync(host.data(), host.size(), device, host.size(),
                                           ACL_MEMCPY_DEVICE_TO_HOST, second),
                          "aclrtMemcpyAsync");
  good = good && Succeeds(aclrtSynchronizeStream(second), "aclrtSynchronizeStream");
  good = good && host == std::vector<uint8_t>(host.size(), 0x5a);
  return Succeeds(aclrtFree(device), "aclrtFree") && good;
}

}  // namespace

int main() {
  uint32_t devices = 0;
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  aclrtEvent event = nullptr;
  const bool up = Succeeds(aclInit(nullptr), "aclInit") &&
                  Succeeds(aclrtGetDeviceCount(&devices), "aclrtGetDeviceCount") && devices > 0 &&
                  Succeeds(aclrtSetDevice(0), "aclrtSetDevice") &&
                  Succeeds(aclrtCreateStream(&first), "aclrtCreateStream") &&
                  Succeeds(aclrtCreateStream(&second), "aclrtCreateStream") &&
                  Succeeds(aclrtCreateEvent(&event), "aclrtCreateEvent");
  const bool good = up && CopyBehindEvent(first, second, event);
  const bool down = up && Succeeds(aclrtDestroyEvent(event), "aclrtDestroyEvent") &&
                    Succeeds(aclrtDestroyStream(first), "aclrtDestroyStream") &&
                    Succeeds(aclrtDestroyStream(second), "aclrtDestroyStream") &&
                    Succeeds(aclrtResetDevice(0), "aclrtResetDevice") &&
                    Succeeds(aclFinalize(), "aclFinalize");
  std::printf("%s\n", good && down ? "ok" : "FAILED");
  return good && down ? 0 : 1;
}
