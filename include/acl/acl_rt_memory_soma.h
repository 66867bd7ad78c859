/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pools of device memory that is allocated and freed in the order of streams. Not included by acl.h. What
 * holds for every function is said in acl_rt.h.
 *
 * aclrtMemPoolFreeAsync gives memory back when the stream gets there; memory that waits for that can be
 * handed out again on the same stream at once. Idle memory stays with the pool: what exceeds the release
 * threshold goes back to the device when a stream of the device is synchronized.
 */

#ifndef ACL_ACL_RT_MEMORY_SOMA_H_
#define ACL_ACL_RT_MEMORY_SOMA_H_

#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a pool.
 *
 * @param[out] memPool   required; the caller's, until aclrtMemPoolDestroy
 * @param[in]  poolProps  required; allocType PINNED, handleType NONE, location a device, maxSize the most
 *     bytes that the pool takes from it (0: no such limit), reserved all 0
 * @return ACL_SUCCESS; 100000: NULL; 107000: a value in poolProps is not valid; 107001; 207000: handleType
 *     POSIX
 * @note Partial: memory of pools cannot be shared with other processes.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolCreate(aclrtMemPool* memPool, const aclrtMemPoolProps* poolProps);

/**
 * Ends a pool. Memory that is in use stays so; it goes back to the device when it is freed.
 *
 * @param[in] memPool  a pool
 * @return ACL_SUCCESS; 100000: NULL; 107017: destroyed before, or never one
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolDestroy(aclrtMemPool memPool);

/**
 * Sets an attribute of a pool.
 *
 * @param[in] memPool  a pool
 * @param[in] attr     one of
 *     - ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC,
 *       ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES: uint32_t, 0 or 1 (default); leave for the pool to
 *       hand out memory that was freed on another stream: once it is free (OPPORTUNISTIC). The pool makes no
 *       use of the leave that the other two give
 *     - ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD: uint64_t, bytes (default 0)
 *     - ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH: uint64_t, 0: starts anew
 *       from what there is now
 * @param[in] value    required
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: attr or the value is not as above; 107017: not a
 *     pool
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value);

/**
 * Reads an attribute of a pool.
 *
 * @param[in]  memPool  a pool
 * @param[in]  attr     as for aclrtMemPoolSetAttr; besides, uint64_t, bytes:
 *     ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT: taken from the device;
 *     ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT: of these, in use; the _HIGH ones: the most so far
 * @param[out] value    required; of the attribute's type
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: no such attribute; 107017: not a pool
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value);

/**
 * Allocates memory for tasks that the stream is given from now on. Its content is undefined.
 *
 * @param[out] ptr      required; address, a multiple of 64; the caller's, until aclrtMemPoolFreeAsync
 * @param[in]  size     bytes, > 0; usable are size, rounded up to a multiple of 512
 * @param[in]  memPool  a pool of the stream's device
 * @param[in]  stream   NULL: the default stream
 * @return ACL_SUCCESS; 100000: ptr or memPool is NULL, size is 0; 107000: a stream of another device than
 *     the pool's; 107002; 107003; 107017: not a pool, or not a stream; 207001
 *     ACL_ERROR_RT_MEMORY_ALLOCATION: the device's memory, or the pool's maximum, is used up
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool,
                                                     aclrtStream stream);

/**
 * Gives memory back to its pool after the tasks that the stream was given so far. Tasks that use it on other
 * streams have to be done by then.
 *
 * @param[in] ptr     of aclrtMemPoolMallocAsync
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a pool's memory that is in use, or a stream of
 *     another device; 107002; 107003; 107017: not a stream; the failure that stopped the context
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream);

/**
 * Gives idle memory back to the device until the pool has no more than so much left, whatever the release
 * threshold is. What is in use stays.
 *
 * @param[in] memPool         a pool
 * @param[in] minBytesToKeep  bytes
 * @return ACL_SUCCESS; 100000: NULL; 107017: not a pool
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_RT_MEMORY_SOMA_H_ */
