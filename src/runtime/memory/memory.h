// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// kInvalidParam, of the argument `size`, if it is 0.
[[nodiscard]] Status ExpectPositive(size_t size);

// Policies, attributes and kinds are the numbers of the API's enumerations; callers can pass any.

// Whether the 32 bytes that aclrtMalloc adds behind the caller's are added.
enum class Tail { kExtra, kNone };

[[nodiscard]] Status AllocateDevice(size_t bytes, int32_t policy, Tail tail, void** data);
// With the policies that aclrtMallocCached takes.
[[nodiscard]] Status AllocateCached(size_t bytes, int32_t policy, void** data);
// `policy` may carry flags; `config` may be null.
[[nodiscard]] Status AllocateDevice(size_t bytes, int32_t policy, const aclrtMallocConfig* config,
                                    void** data);
// Device memory that the host reads and writes in place. kRtFeatureNotSupported while memory is checked, as
// the host is kept from device memory then.
[[nodiscard]] Status AllocateManaged(size_t bytes, uint32_t flag, void** data);
[[nodiscard]] Status AllocateHost(size_t bytes, void** data);
[[nodiscard]] Status AllocateHost(size_t bytes, const aclrtMallocConfig* config, void** data);

// Whether a block's device is waited for first; its failures stay for the next synchronize.
enum class Wait { kNone, kDevice };

// Need no context and no initialization: memory stays freeable after a reset and after aclFinalize.
[[nodiscard]] Status FreeDevice(void* data, Wait wait);
[[nodiscard]] Status FreeHost(void* data, Wait wait);

}  // namespace openaclnn::runtime
