// SPDX-License-Identifier: Apache-2.0
//
// The names of a device. User id: its position among the visible devices, the id that all other functions
// take. Logical id: its number among all devices of the backend. Physical id: the same here, as containers
// see no other devices than their host does.
#pragma once

#include <cstdint>
#include <string_view>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// The names of the arguments are for messages.
[[nodiscard]] Status ToLogicalId(const char* argument, int32_t userId, const char* output,
                                 int32_t* logicalId);
[[nodiscard]] Status ToUserId(const char* argument, int32_t logicalId, const char* output, int32_t* userId);

// The identity of a device of a machine.
[[nodiscard]] aclrtUuid UuidOf(std::string_view machine, int logicalId);

[[nodiscard]] Status GetUuid(int32_t deviceId, aclrtUuid* uuid);
[[nodiscard]] Status GetProcessId(int32_t* processId);
[[nodiscard]] Status GetPciBusId(int32_t deviceId, const char* text, int32_t length);
[[nodiscard]] Status FindByPciBusId(const char* text, const int32_t* deviceId);

}  // namespace openaclnn::runtime
