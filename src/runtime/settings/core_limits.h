// SPDX-License-Identifier: Apache-2.0
//
// How many cores operators may use: of a device, of a stream, and of what the calling thread issues. Kept
// and told; no kernel here asks.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// Types are the numbers of aclrtDevResLimitType; callers can pass any. Where nothing is set, a stream has its
// device's limits, and a device the cores that aclrtGetDeviceInfo tells.

[[nodiscard]] Status GetDeviceCoreLimit(int32_t deviceId, int32_t type, uint32_t* value);
[[nodiscard]] Status SetDeviceCoreLimit(int32_t deviceId, int32_t type, uint32_t value);
[[nodiscard]] Status ResetDeviceCoreLimits(int32_t deviceId);

[[nodiscard]] Status GetStreamCoreLimit(void* stream, int32_t type, uint32_t* value);
[[nodiscard]] Status SetStreamCoreLimit(void* stream, int32_t type, uint32_t value);
[[nodiscard]] Status ResetStreamCoreLimits(void* stream);

// From here on the stream's limits are those of the calling thread.
[[nodiscard]] Status UseCoreLimitsOf(void* stream);
// Takes that back, if the stream is the one in use.
[[nodiscard]] Status UnuseCoreLimitsOf(void* stream);
[[nodiscard]] Status GetThreadCoreLimit(int32_t type, uint32_t* value);

}  // namespace openaclnn::runtime
