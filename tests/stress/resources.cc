// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/resources.h"

#include <string>

namespace stress {

Session::Session() {
  STRESS_OK(aclInit(nullptr));
  uint32_t count = 0;
  STRESS_OK(aclrtGetDeviceCount(&count));
  Require(count >= static_cast<uint32_t>(kDevices), "there are not enough devices");
}

Session::~Session() {
  RequireNoMemoryInUse();
  STRESS_OK(aclFinalize());
}

void RequireNoMemoryInUse() {
  for (int32_t device = 0; device < kDevices; ++device) {
    const DeviceUse use(device);
    size_t free = 0;
    size_t total = 0;
    STRESS_OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
    if (free != total) {
      Fail("device " + std::to_string(device) + " has " + std::to_string(total - free) +
           " bytes in use at the end of the round");
    }
  }
}

}  // namespace stress
