/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Device memory and host memory. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_MEMORY_H_
#define ACL_RUNTIME_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Allocates memory on the current device. Its content is undefined.
 *
 * @param[out] devPtr  required; address, a multiple of 64; the caller's, until aclrtFree
 * @param[in]  size    bytes, > 0; usable are size, rounded up to a multiple of 32, plus 32
 * @param[in]  policy  a hint
 * @return ACL_SUCCESS; 107002; 207001 ACL_ERROR_RT_MEMORY_ALLOCATION: out of memory
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * As aclrtMalloc, without the 32 bytes behind: usable are size, rounded up to a multiple of 32.
 *
 * @param[out] devPtr  as there
 * @param[in]  size    bytes, > 0
 * @param[in]  policy  a hint
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * Frees device memory at once, without waiting for tasks that use it: synchronize before. Works without a
 * current context and after a device reset.
 *
 * @param[in] devPtr  what aclrtMalloc or aclrtMallocAlign32 returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation (freed twice, for instance)
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/**
 * Allocates host memory that copies can use asynchronously ("pinned"). Its content is undefined. Needs no
 * device.
 *
 * @param[out] hostPtr  required; address, a multiple of 64; the caller's, until aclrtFreeHost
 * @param[in]  size     bytes, > 0
 * @return ACL_SUCCESS; 207001 ACL_ERROR_RT_MEMORY_ALLOCATION: out of memory
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/**
 * Frees pinned host memory at once, without waiting for tasks that use it.
 *
 * @param[in] hostPtr  what aclrtMallocHost returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/**
 * Free and total memory of the current device, bytes.
 *
 * @param[in]  attr   kind of memory; HBM and DDR kinds get the same answer
 * @param[out] free   required
 * @param[out] total  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

/**
 * Tells where an address lies: inside an allocation of aclrtMalloc (DEVICE and its id), of aclrtMallocHost
 * (HOST), or neither (UNREGISTERED, which is no error).
 *
 * @param[in]  ptr         any address, also in the middle of an allocation
 * @param[out] attributes  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_MEMORY_H_ */
