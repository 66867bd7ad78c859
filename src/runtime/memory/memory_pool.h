// SPDX-License-Identifier: Apache-2.0
//
// Pools of device memory that is allocated and freed in the order of streams.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status CreatePool(const aclrtMemPoolProps* properties, void** handle);
[[nodiscard]] Status DestroyPool(const void* handle);
[[nodiscard]] Status SetPoolAttribute(const void* handle, int32_t attribute, const void* value);
[[nodiscard]] Status GetPoolAttribute(const void* handle, int32_t attribute, void* value);
[[nodiscard]] Status AllocateFromPool(size_t size, const void* handle, void* stream, void** data);
[[nodiscard]] Status FreeToPool(void* data, void* stream);
[[nodiscard]] Status TrimPool(const void* handle, size_t bytesToKeep);

// For the synchronize calls: what the pools of the device have idle above their thresholds goes back to it.
// Cheap where there is no pool.
void ReleaseIdlePoolMemory(int deviceId);

}  // namespace openaclnn::runtime
