// SPDX-License-Identifier: Apache-2.0
//
// The functions that clients want called around aclrtSetDevice and the resets.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// A null callback takes the registration back.
[[nodiscard]] Status RegisterDeviceCallback(const char* name, aclrtDeviceStateCallback callback,
                                            void* argument);

// Calls them in the order of registration, without any lock. What a callback does itself is not announced.
void AnnounceDevice(int deviceId, aclrtDeviceState state);

}  // namespace openaclnn::runtime
