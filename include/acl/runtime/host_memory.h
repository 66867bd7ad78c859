/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Host memory. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_HOST_MEMORY_H_
#define ACL_RUNTIME_HOST_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * As aclrtMallocHost, with attributes.
 *
 * @param[out] ptr   required; as hostPtr there
 * @param[in]  size  bytes, > 0
 * @param[in]  cfg   NULL, or attributes: ACL_RT_MEM_ATTR_VA_FLAG, 1: once registered, the memory is to have
 * one address for host and device, as it has here in any case; ACL_RT_MEM_ATTR_MODULE_ID and
 *                   ACL_RT_MEM_ATTR_DEVICE_ID, without effect
 * @return as there; 100000: cfg has attributes and attrs is NULL; 107000: another attribute or value; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg);

/**
 * Frees pinned host memory at once, without waiting for tasks that use it. What is registered of it is
 * unregistered.
 *
 * @param[in] hostPtr  what aclrtMallocHost or aclrtMallocHostWithCfg returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/**
 * As aclrtFreeHost, after all streams of the current device, if the thread has one, have finished their work.
 * Failures of that work stay for the next synchronize.
 *
 * @param[in] hostPtr  as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void* hostPtr);

/**
 * Makes host memory known to the devices, so that kernels can use it. It stays the caller's, who unregisters
 * it before freeing it.
 *
 * @param[in]  ptr     host memory, ordinary or of aclrtMallocHost; an address that is a multiple of 4096;
 *                     required
 * @param[in]  size    bytes, > 0
 * @param[in]  type    ACL_HOST_REGISTER_MAPPED
 * @param[out] devPtr  required; the address for kernels, not for copies
 * @return ACL_SUCCESS; 107000: an address that is not aligned, not mapped, or not host memory; 107002;
 *         207000: another type; 507910 ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED: some of it is registered
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                                               void** devPtr);

/**
 * Makes host memory known to the devices. It stays the caller's, who unregisters it before freeing it.
 *
 * @param[in] ptr   as aclrtHostRegister; any address with ACL_HOST_REG_PINNED alone
 * @param[in] size  bytes, > 0
 * @param[in] flag  ACL_HOST_REG_MAPPED: kernels can use it (aclrtHostGetDevicePointer); ACL_HOST_REG_PINNED:
 *                  copies can use it asynchronously, as memory of aclrtMallocHost; or both
 * @return as aclrtHostRegister; 107000: also another flag, or ACL_HOST_REG_PINNED for memory of
 *         aclrtMallocHost; 207000: ACL_HOST_REG_IOMEMORY, ACL_HOST_REG_READONLY
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag);

/**
 * The address that kernels use for host memory that is registered as mapped: the same one here.
 *
 * @param[in]  pHost    an address in a registered range; required
 * @param[out] pDevice  required
 * @param[in]  flag     0
 * @return ACL_SUCCESS; 107000: another flag, or memory that is registered as pinned alone;
 *         507911 ACL_ERROR_HOST_MEMORY_NOT_REGISTERED
 */
ACL_FUNC_VISIBILITY aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag);

/**
 * Takes a registration back, of either function. Does not wait for tasks that use the memory. Works without
 * a current context and after a device reset.
 *
 * @param[in] ptr  the start of a registered range
 * @return ACL_SUCCESS; 100000: NULL; 507911 ACL_ERROR_HOST_MEMORY_NOT_REGISTERED: no range starts there
 */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_HOST_MEMORY_H_ */
