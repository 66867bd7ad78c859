/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Managed memory, which host and device share. Part of acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_MANAGED_MEMORY_H_
#define ACL_RUNTIME_MANAGED_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Allocates memory of the current device that the host reads and writes at the same address. Copies take it for
 * the one or the other. The host must wait for tasks that use it. To be freed with
 * aclrtFree. aclrtPointerGetAttributes calls it ACL_MEM_LOCATION_TYPE_MANAGED.
 *
 * @param[out] ptr   required
 * @param[in]  size  bytes, > 0
 * @param[in]  flag  ACL_RT_MEM_ATTACH_GLOBAL or 0, without a difference
 * @return ACL_SUCCESS; 100000: ptr is NULL, size is 0; 107000: any other flag; 107002; 207000: the memory checker
 *     is on, which keeps the host from device memory; 207001
 */
ACL_FUNC_VISIBILITY aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag);

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
