// SPDX-License-Identifier: Apache-2.0
//
// Questions about memory, and hints.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status GetMemoryInfo(int32_t attribute, size_t* free, size_t* total);
[[nodiscard]] Status GetMemoryUsage(int32_t deviceId, aclrtMemUsageInfo* infos, size_t capacity,
                                    size_t* count);
[[nodiscard]] Status GetPointerAttributes(const void* pointer, aclrtPtrAttributes* attributes);
[[nodiscard]] Status GetAddressRange(const void* pointer, void** base, size_t* bytes);
// Whether all addresses are of one of the kinds; `kinds` is a set of ACL_RT_MEM_TYPE_*.
[[nodiscard]] Status CheckMemoryKinds(const void* const* addresses, uint32_t count, uint32_t kinds,
                                      uint32_t* result, uint32_t reserve);

// Flush and invalidate: caches are coherent, so the checks are all there is.
[[nodiscard]] Status MaintainCache(const void* data, size_t bytes);
// As MaintainCache, for an aclrtCmoType and a stream.
[[nodiscard]] Status Prefetch(const void* data, size_t bytes, int32_t type, void* stream);
// Every device reaches all memory, so the checks are all there is.
[[nodiscard]] Status MapForPeer(const void* data, size_t bytes, int32_t peer, uint64_t flags);

}  // namespace openaclnn::runtime
