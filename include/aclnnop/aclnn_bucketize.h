/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnBucketize: which of the buckets between boundaries values are in.
 */

#ifndef ACLNNOP_ACLNN_BUCKETIZE_H_
#define ACLNNOP_ACLNN_BUCKETIZE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBucketize, phase one: out = where the elements of self belong into boundaries, so that these stay in
 * order: the number of the bucket that each is in, 0 before the first boundary.
 *
 * The place of a value is that of the first element that is not less than it, or, where right is true, of
 * the first element that is greater; the number of elements if there is none. NaN is larger than any number,
 * and equal to NaN; zeros are equal whatever their signs. Where elements are not in order, a place is one
 * from 0 to their number, always the same one.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). self and boundaries may have different ones: both are compared in
 * the type that they promote to, INT32 and FLOAT in FLOAT.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. Empty
 * tensors are fine. out may overlap an input: the result is what it would be in memory of its own. It must
 * not overlap itself. The same inputs give the same bits on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              any shape
 * @param[in] boundaries        in order from the least to the largest; 1 dimension
 * @param[in] outInt32          out is of INT32, else of INT64
 * @param[in] right             a value that is a boundary is in the bucket behind it, else in the one before
 * @param[out] out              shape of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, boundaries or out is
 * - 161002: a type that is not admitted, or another of out than outInt32 says
 * - 161002: boundaries that have not 1 dimension; another shape of out
 * - 161002: outInt32 with more boundaries than an INT32 counts
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnBucketize; PyTorch's torch.bucketize.
 */
ACLNN_API aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor* self, const aclTensor* boundaries,
                                                     bool outInt32, bool right, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnBucketize, phase two: enqueues the planned work on a stream of the current context and returns without
 * waiting for it. Consumes the executor unless that is repeatable.
 *
 * @param[in] workspace      device memory of workspaceSize bytes; NULL if 0
 * @param[in] workspaceSize  what phase one asked for, or more
 * @param[in] executor       from phase one
 * @param[in] stream         a stream of the current context, or NULL for its default stream
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnBucketize(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BUCKETIZE_H_ */
