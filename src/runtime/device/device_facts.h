// SPDX-License-Identifier: Apache-2.0
//
// What clients ask about a device. What describes the chip comes from the emulated product, what describes
// size and speed from the machine that does the work.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// `attribute` is an aclrtDevAttr, or whatever the caller passed.
[[nodiscard]] Status GetDeviceAttribute(uint32_t deviceId, int32_t attribute, int64_t* value);
// `number` is an aclDeviceInfo.
[[nodiscard]] Status GetDeviceNumber(uint32_t deviceId, int32_t number, int64_t* value);
// `feature` is an aclrtDevFeatureType.
[[nodiscard]] Status GetDeviceFeature(int32_t deviceId, int32_t feature, int32_t* value);
[[nodiscard]] Status GetUtilization(int32_t deviceId, aclrtUtilizationInfo* utilization);
[[nodiscard]] Status GetDeviceStatus(int32_t deviceId, aclrtDeviceStatus* status);

}  // namespace openaclnn::runtime
