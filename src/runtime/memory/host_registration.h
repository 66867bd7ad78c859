// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// Makes the client's own host memory known to devices; `type` is an aclrtHostRegisterType, or whatever the
// caller passed.
[[nodiscard]] Status RegisterHost(void* data, uint64_t bytes, int32_t type, void** devicePointer);
// `flags` as ACL_HOST_REG_*.
[[nodiscard]] Status RegisterHost(void* data, uint64_t bytes, uint32_t flags);

// Needs no context: memory stays releasable after a reset and after aclFinalize.
[[nodiscard]] Status UnregisterHost(void* data);

[[nodiscard]] Status GetDevicePointer(void* data, void** devicePointer, uint32_t flags);

}  // namespace openaclnn::runtime
