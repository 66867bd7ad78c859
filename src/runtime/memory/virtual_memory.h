// SPDX-License-Identifier: Apache-2.0
//
// Addresses that are reserved first and get memory later: physical memory, piece by piece. What takes
// mappings and reservations down needs no initialization.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

struct ReserveArguments {
  size_t size;
  size_t alignment;
  const void* expected;
  uint64_t flags;
};
[[nodiscard]] Status ReserveAddresses(const ReserveArguments& arguments, void** address);
[[nodiscard]] Status ReleaseAddresses(const void* address);

struct MapArguments {
  void* address;
  size_t size;
  size_t offset;
  const void* handle;
  uint64_t flags;
};
[[nodiscard]] Status MapMemory(const MapArguments& arguments);
// The API documents one code, kInvalidParam, for every wrong argument of this one.
[[nodiscard]] Status MapMemoryWithoutAccess(const MapArguments& arguments);
[[nodiscard]] Status UnmapMemory(const void* address);

[[nodiscard]] Status SetAccess(const void* address, size_t size, const aclrtMemAccessDesc* descriptions,
                               size_t count);
[[nodiscard]] Status GetAccess(const void* address, const aclrtMemLocation* location, uint64_t* flags);
[[nodiscard]] Status RetainPhysical(const void* address, void** handle);

}  // namespace openaclnn::runtime
