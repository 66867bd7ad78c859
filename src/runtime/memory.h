// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// Policies, attributes and kinds are the numbers of the API's enumerations; callers can pass any.

// Whether the 32 bytes that aclrtMalloc adds behind the caller's are added.
enum class Tail { kExtra, kNone };

[[nodiscard]] Status AllocateDevice(size_t bytes, int32_t policy, Tail tail, void** data);
[[nodiscard]] Status AllocateHost(size_t bytes, void** data);

// Need no context and no initialization: memory stays freeable after a reset and after aclFinalize.
[[nodiscard]] Status FreeDevice(void* data);
[[nodiscard]] Status FreeHost(void* data);

[[nodiscard]] Status GetMemoryInfo(int32_t attribute, size_t* free, size_t* total);
[[nodiscard]] Status GetPointerAttributes(const void* pointer, aclrtPtrAttributes* attributes);

}  // namespace openaclnn::runtime
