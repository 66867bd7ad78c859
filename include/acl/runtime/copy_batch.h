/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Many copies in one call. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_COPY_BATCH_H_
#define ACL_RUNTIME_COPY_BATCH_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Copies many ranges at once, in any order, all of them from the host to devices or all from devices to the
 * host. After a failed check nothing is copied.
 *
 * The copies are cut into runs: attrs[k] says for copies attrsIndexes[k] to attrsIndexes[k + 1] - 1, the last
 * one for all that are left, where their memory is: ACL_MEM_LOCATION_TYPE_HOST (the id has no meaning) or
 * ACL_MEM_LOCATION_TYPE_DEVICE with its id.
 *
 * @param[in]  dsts          required; array of numBatches destinations
 * @param[in]  destMaxs      required; array: bytes that each destination may take
 * @param[in]  srcs          required; array of sources
 * @param[in]  sizes         required; array: bytes to copy; 0 copies nothing
 * @param[in]  numBatches    copies, > 0
 * @param[in]  attrs         required; array of numAttrs attributes
 * @param[in]  attrsIndexes  required; array of numAttrs indexes, the first 0, each more than the one before,
 *                           the last less than numBatches
 * @param[in]  numAttrs      1 to numBatches
 * @param[out] failIndex     required; after a failure the index of the copy whose addresses are not where its
 *                           attribute says, SIZE_MAX if it was another failure; left alone after success
 * @return ACL_SUCCESS; 100000: a pointer is NULL, one in dsts or srcs included, numBatches is 0, or a size is
 *         larger than its destMax; 107000: attributes or indexes other than these, or an address that is not
 *         where its attribute says, or is not valid as in aclrtMemcpy; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                              size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                              size_t* attrsIndexes, size_t numAttrs, size_t* failIndex);

/**
 * As aclrtMemcpyBatch, without failIndex.
 *
 * @param[in] dsts          as there
 * @param[in] destMaxs      as there
 * @param[in] srcs          as there
 * @param[in] sizes         as there
 * @param[in] numBatches    as there
 * @param[in] attrs         as there
 * @param[in] attrsIndexes  as there
 * @param[in] numAttrs      as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                                size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                                size_t* attrsIndexes, size_t numAttrs);

/**
 * As aclrtMemcpyBatch, in stream order. If all host memory is pinned the call returns at once, and all ranges
 * must live until the copies are done; else it returns when they are. The arrays are the caller's again when
 * it returns.
 *
 * @param[in]  dsts          as there
 * @param[in]  destMaxs      as there
 * @param[in]  srcs          as there
 * @param[in]  sizes         as there
 * @param[in]  numBatches    as there
 * @param[in]  attrs         as there
 * @param[in]  attrsIndexes  as there
 * @param[in]  numAttrs      as there
 * @param[out] failIndex     as there
 * @param[in]  stream        NULL: the default stream
 * @return as there; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                                   size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                                   size_t* attrsIndexes, size_t numAttrs, size_t* failIndex,
                                                   aclrtStream stream);

/**
 * As aclrtMemcpyBatchAsync, without failIndex.
 *
 * @param[in] dsts          as there
 * @param[in] destMaxs      as there
 * @param[in] srcs          as there
 * @param[in] sizes         as there
 * @param[in] numBatches    as there
 * @param[in] attrs         as there
 * @param[in] attrsIndexes  as there
 * @param[in] numAttrs      as there
 * @param[in] stream        as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs,
                                                     size_t* sizes, size_t numBatches,
                                                     aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                                     size_t numAttrs, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_COPY_BATCH_H_ */
