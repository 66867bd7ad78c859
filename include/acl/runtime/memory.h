/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Device memory, and questions about memory. Part of
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
 * As aclrtMalloc; the memory is cached, as all memory here is.
 *
 * @param[out] devPtr  as there
 * @param[in]  size    bytes, > 0
 * @param[in]  policy  ACL_MEM_MALLOC_HUGE_FIRST, _HUGE_ONLY, _NORMAL_ONLY or _HUGE1G_ONLY; a hint
 * @return as there; 207000: another policy
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * As aclrtMalloc, with attributes.
 *
 * @note Partial: ACL_MEM_ACCESS_USER_SPACE_READONLY is accepted and does not protect the memory.
 *
 * @param[out] devPtr  as there
 * @param[in]  size    bytes, > 0
 * @param[in]  policy  one of ACL_MEM_MALLOC_*, with at most one of ACL_MEM_TYPE_LOW_BAND_WIDTH and
 *                     ACL_MEM_TYPE_HIGH_BAND_WIDTH, with or without ACL_MEM_ACCESS_USER_SPACE_READONLY;
 *                     hints
 * @param[in]  cfg     NULL, or attributes: ACL_RT_MEM_ATTR_DEVICE_ID, the device to allocate on instead of
 *                     the current one; ACL_RT_MEM_ATTR_MODULE_ID, without effect
 * @return as there; 100000: cfg has attributes and attrs is NULL; 107000: another policy or attribute;
 *         107001
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

/**
 * As aclrtMallocWithCfg; the task scheduler is no different from the rest of the device here.
 *
 * @note Partial: ACL_MEM_ACCESS_USER_SPACE_READONLY is accepted and does not protect the memory.
 *
 * @param[out] devPtr  as there
 * @param[in]  size    bytes, > 0
 * @param[in]  policy  as there
 * @param[in]  cfg     as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size,
                                                         aclrtMemMallocPolicy policy, aclrtMallocConfig* cfg);

/**
 * Frees device memory at once, without waiting for tasks that use it: synchronize before. Works without a
 * current context and after a device reset.
 *
 * @param[in] devPtr  what one of the functions above returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation (freed twice, for instance)
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/**
 * As aclrtFree, after all streams of the memory's device have finished their work. Failures of that work stay
 * for the next synchronize.
 *
 * @param[in] devPtr  as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void* devPtr);

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
 * Which component uses how much memory of a device, the largest current use first. There is one component
 * here, "APP": everything that the program has allocated.
 *
 * @param[in]  deviceId      the device
 * @param[out] memUsageInfo  required; array of inputNum entries, of which outputNum are written
 * @param[in]  inputNum      > 0
 * @param[out] outputNum     required
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo,
                                                  size_t inputNum, size_t* outputNum);

/**
 * Tells where an address lies: inside an allocation of device memory (DEVICE and its id), in pinned host
 * memory, allocated or registered as such (HOST), or neither (UNREGISTERED, which is no error).
 *
 * @param[in]  ptr         any address, also in the middle of an allocation
 * @param[out] attributes  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);

/**
 * Start and size of the allocation, of device or pinned host memory, that an address lies in.
 *
 * @param[in]  ptr    an address in a live allocation
 * @param[out] pbase  required
 * @param[out] psize  required; usable bytes, which can be more than were asked for
 * @return ACL_SUCCESS; 107000: no live allocation is there
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize);

/**
 * Tells whether all addresses are of one of some kinds.
 *
 * @param[in]  addrList     required; array of addresses
 * @param[in]  size         how many, > 0
 * @param[in]  memType      ACL_RT_MEM_TYPE_*, combined with |. Only ACL_RT_MEM_TYPE_DEV exists here:
 * addresses in live device memory
 * @param[out] checkResult  required; 1: all are; 0: not all are
 * @param[in]  reserve      0
 * @return ACL_SUCCESS; 107000: another memType or reserve
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType,
                                               uint32_t* checkResult, uint32_t reserve);

/**
 * Writes the cache back to device memory. Caches are coherent here: checks its arguments, and does nothing.
 *
 * @param[in] devPtr  device memory; required
 * @param[in] size    bytes, > 0
 * @return ACL_SUCCESS; 107000: a range that is not inside one live allocation of device memory; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);

/**
 * Drops what the cache holds of device memory. Caches are coherent here: checks its arguments, and does
 * nothing.
 *
 * @param[in] devPtr  as aclrtMemFlush
 * @param[in] size    as aclrtMemFlush
 * @return as aclrtMemFlush
 */
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

/**
 * Gives a hint to the cache, in stream order. Checks its arguments, and does nothing.
 *
 * @param[in] src      memory of the stream's device; required
 * @param[in] size     bytes
 * @param[in] cmoType  ACL_RT_CMO_TYPE_PREFETCH
 * @param[in] stream   NULL: the default stream
 * @return ACL_SUCCESS; 107000: a range that is not inside one live allocation of that device; 107002;
 *         107003; 207000: another cmoType
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream);

/**
 * Prepares device memory for access by another device. Every device reaches all memory here: checks its
 * arguments, and does nothing.
 *
 * @param[in] devPtr    device memory; required
 * @param[in] size      bytes, > 0
 * @param[in] dstDevId  the other device
 * @param[in] flags     0
 * @return ACL_SUCCESS; 107000: a range that is not inside one live allocation of device memory, dstDevId is
 *         the device of the memory, or other flags; 107001; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_MEMORY_H_ */
