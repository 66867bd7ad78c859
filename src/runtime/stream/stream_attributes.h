// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// Attributes are the numbers of aclrtStreamAttr; callers can pass any.

// kRtFeatureNotSupported where the emulated product has no stream priorities.
[[nodiscard]] Status ExpectPriorities();

[[nodiscard]] Status SetStreamAttribute(void* handle, int32_t attribute, const aclrtStreamAttrValue* value);
[[nodiscard]] Status GetStreamAttribute(void* handle, int32_t attribute, aclrtStreamAttrValue* value);

[[nodiscard]] Status SetStreamOverflowSwitch(void* handle, uint32_t value);
[[nodiscard]] Status GetStreamOverflowSwitch(void* handle, uint32_t* value);

}  // namespace openaclnn::runtime
