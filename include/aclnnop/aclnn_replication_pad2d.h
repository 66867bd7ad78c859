/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReplicationPad2d: replication padding. */

#ifndef ACLNNOP_ACLNN_REPLICATION_PAD2D_H_
#define ACLNNOP_ACLNN_REPLICATION_PAD2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReplicationPad2d: out = self with its outermost elements repeated before and after, along the last two
 * dimensions.
 *
 *     out[..., o, ...] = self[..., i, ...] with i = o - before along each of them
 *
 * In a dimension of size n, an i below 0 becomes 0, and an i of n or more becomes n - 1.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128. Elements
 * are copied bit by bit.
 * Source: PyTorch's torch.nn.ReplicationPad2d.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W]; N may be 0, no other size
 * @param[in] padding  [left, right, top, bottom]: the number of positions before and after. Negative numbers
 *     remove elements; at least one position must be left
 * @param[out] out  the shape of self padded, type of self
 * @return 161002 if a value of padding is below -2^60 or above 2^60; no position of a dimension is left
 */
ACLNN_API aclnnStatus aclnnReplicationPad2dGetWorkspaceSize(const aclTensor* self, const aclIntArray* padding,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnReplicationPad2d. */
ACLNN_API aclnnStatus aclnnReplicationPad2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REPLICATION_PAD2D_H_ */
