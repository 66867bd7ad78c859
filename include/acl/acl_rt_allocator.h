/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Descriptions of memory allocators that a program brings along. Included by acl_rt.h, which says what holds
 * for every function.
 *
 * A description names an object and its functions; it can be registered for streams. On a device, the
 * execution of models asks the allocator of its stream for memory; nothing in this library does, so that the
 * functions are kept and handed out, and never called.
 */

#ifndef ACL_ACL_RT_ALLOCATOR_H_
#define ACL_ACL_RT_ALLOCATOR_H_

#include <stddef.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @name Handles. The last three are the client's own, passed through as they are. */
/** @{ */
/* clang-format off */
typedef void* aclrtAllocatorDesc;  /**< description of a custom allocator */
typedef void* aclrtAllocator;      /**< custom allocator */
typedef void* aclrtAllocatorBlock; /**< block of a custom allocator */
typedef void* aclrtAllocatorAddr;  /**< address in such a block */
/* clang-format on */
/** @} */

/** @name Functions of an allocator */
/** @{ */
/** Returns a block of so many bytes, or NULL. */
typedef void* (*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);
/** Takes a block back. */
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);
/** Returns a block of so many bytes, if possible at the address, or NULL. */
typedef void* (*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size,
                                               aclrtAllocatorAddr address);
/** Returns the memory that a block stands for. */
typedef void* (*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);
/** @} */

/**
 * Makes an empty description.
 *
 * @return the description, the caller's until aclrtAllocatorDestroyDesc; NULL on failure
 */
ACL_FUNC_VISIBILITY aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);

/**
 * Destroys a description. Streams keep what was registered for them.
 *
 * @param[in] allocatorDesc  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);

/**
 * Sets the object that the functions are called with.
 *
 * @param[in] allocatorDesc  required
 * @param[in] allocator      the client's; may be NULL
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc,
                                                        aclrtAllocator allocator);

/**
 * Sets the function that allocates.
 *
 * @param[in] allocatorDesc  required
 * @param[in] func           required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                              aclrtAllocatorAllocFunc func);

/**
 * Sets the function that frees.
 *
 * @param[in] allocatorDesc  required
 * @param[in] func           required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                             aclrtAllocatorFreeFunc func);

/**
 * Sets the function that allocates at a wished address.
 *
 * @param[in] allocatorDesc  required
 * @param[in] func           required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                                    aclrtAllocatorAllocAdviseFunc func);

/**
 * Sets the function that gives a block's address.
 *
 * @param[in] allocatorDesc  required
 * @param[in] func           required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    aclrtAllocatorDesc allocatorDesc, aclrtAllocatorGetAddrFromBlockFunc func);

/**
 * Gives a stream the allocator as it is described now; a later change of the description does not reach the
 * stream. Replaces what was registered for the stream before.
 *
 * @param[in] stream         required: the default stream takes none
 * @param[in] allocatorDesc  required; may be destroyed afterwards
 * @return ACL_SUCCESS
 * @note Partial: the allocator is kept and handed out by aclrtAllocatorGetByStream; nothing here asks it for
 *       memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc);

/**
 * Takes a stream's allocator away.
 *
 * @param[in] stream  required; a stream without an allocator, or that is no more, is accepted
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorUnregister(aclrtStream stream);

/**
 * What is registered for a stream; functions that were never set are NULL.
 *
 * @param[in]  stream                required
 * @param[out] allocatorDesc         required; the description, which may have been destroyed since
 * @param[out] allocator             required; its object
 * @param[out] allocFunc             required
 * @param[out] freeFunc              required
 * @param[out] allocAdviseFunc       required
 * @param[out] getAddrFromBlockFunc  required
 * @return ACL_SUCCESS; 107000: the stream has no allocator
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorGetByStream(
    aclrtStream stream, aclrtAllocatorDesc* allocatorDesc, aclrtAllocator* allocator,
    aclrtAllocatorAllocFunc* allocFunc, aclrtAllocatorFreeFunc* freeFunc,
    aclrtAllocatorAllocAdviseFunc* allocAdviseFunc, aclrtAllocatorGetAddrFromBlockFunc* getAddrFromBlockFunc);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_RT_ALLOCATOR_H_ */
