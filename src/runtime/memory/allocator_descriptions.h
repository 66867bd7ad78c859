// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of clients' memory allocators, and the streams that have one.
#pragma once

#include "acl/acl_rt_allocator.h"
#include "base/status.h"
#include "runtime/stream/stream_settings.h"

namespace openaclnn::runtime {

[[nodiscard]] Status CreateAllocatorDescription(aclrtAllocatorDesc* handle);
[[nodiscard]] Status DestroyAllocatorDescription(const void* handle);

[[nodiscard]] Status DescribeAllocator(const void* handle, aclrtAllocator allocator);
[[nodiscard]] Status DescribeAllocate(const void* handle, aclrtAllocatorAllocFunc function);
[[nodiscard]] Status DescribeFree(const void* handle, aclrtAllocatorFreeFunc function);
[[nodiscard]] Status DescribeAllocateAt(const void* handle, aclrtAllocatorAllocAdviseFunc function);
[[nodiscard]] Status DescribeAddressOf(const void* handle, aclrtAllocatorGetAddrFromBlockFunc function);

[[nodiscard]] Status RegisterAllocator(const void* stream, aclrtAllocatorDesc description);
// A stream that has none, or is no more, is accepted.
[[nodiscard]] Status UnregisterAllocator(const void* stream);
[[nodiscard]] Status GetAllocator(const void* stream, RegisteredAllocator* allocator);

}  // namespace openaclnn::runtime
