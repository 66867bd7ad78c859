/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Managed memory, which host and device share. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_MANAGED_MEMORY_H_
#define ACL_RUNTIME_MANAGED_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Allocation
 * Memory at one address for host and device.
 *
 * @note Not supported: allocate on the device with aclrtMalloc, or on the host with aclrtMallocHost.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag);
/** @} */

/**
 * @name Uncached addresses
 * A range of addresses that bypasses the device's cache.
 *
 * @note Not supported: an emulated device has no cache that could be bypassed.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddressNoUCMemory(void** virPtr, size_t size, size_t alignment,
                                                              void* expectPtr, uint64_t flags);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_MANAGED_MEMORY_H_ */
