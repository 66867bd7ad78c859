// SPDX-License-Identifier: Apache-2.0
//
// Memory without an address, by handle, and its way to other processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "backend/backend.h"
#include "base/status.h"
#include "runtime/memory/shared_memory.h"

namespace openaclnn::runtime {

// What a handle stands for. Lives on while it is mapped.
struct Physical {
  std::shared_ptr<backend::PhysicalMemory> memory;
  aclrtPhysicalMemProp properties{};
  bool imported = false;
  std::shared_ptr<Share> share;  // ends before the memory does
  void* handle = nullptr;        // null once freed
  uint64_t references = 1;       // frees that the handle takes
};

// What sizes and addresses are multiples of.
[[nodiscard]] size_t MappingGranularity();
[[nodiscard]] Status ExpectNoFlags(uint64_t flags);
[[nodiscard]] Status ExpectNoHandleType(const char* argument, int32_t type);
// kRtInvalidHandle if the handle is not a live one.
[[nodiscard]] Status FindPhysical(const void* handle, std::shared_ptr<Physical>* physical);
// A handle of the memory, which takes one more FreePhysical.
[[nodiscard]] void* RetainHandle(const std::shared_ptr<Physical>& physical);

[[nodiscard]] Status GetAllocationGranularity(const aclrtPhysicalMemProp* properties, int32_t option,
                                              size_t* granularity);
[[nodiscard]] Status AllocatePhysical(size_t size, const aclrtPhysicalMemProp* properties, uint64_t flags,
                                      void** handle);
// Needs no initialization.
[[nodiscard]] Status FreePhysical(const void* handle);

[[nodiscard]] Status GetPhysicalProperties(const void* handle, aclrtPhysicalMemProp* properties);

// Between processes, by number.
[[nodiscard]] Status ExportPhysical(const void* handle, uint64_t flags, uint64_t* shareable);
[[nodiscard]] Status AdmitToPhysical(uint64_t shareable, const int32_t* processes, size_t count);
[[nodiscard]] Status ImportPhysical(uint64_t shareable, int32_t deviceId, void** handle);

// kRtFeatureNotSupported for handles that reach other servers.
[[nodiscard]] Status ExpectDefaultShareType(int32_t type);

}  // namespace openaclnn::runtime
