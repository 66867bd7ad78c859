/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReplicationPad1dBackward: gradient of aclnnReplicationPad1d. */

#ifndef ACLNNOP_ACLNN_REPLICATION_PAD1D_BACKWARD_H_
#define ACLNNOP_ACLNN_REPLICATION_PAD1D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReplicationPad1dBackward: each element of gradInput is the sum of the gradients of all positions to
 * which aclnnReplicationPad1d copies that element of self; 0 if it is left out.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: float64, in row-major order of gradOutput, and rounded
 * once; what is the gradient of a single position is copied.
 *
 * @param[in] gradOutput  gradient of the padded tensor, of its shape
 * @param[in] self  forward input, [N, C, W] or [C, W], type of gradOutput; only its shape is used. N may be
 *     0, no other size
 * @param[in] padding  as in the forward operator, [left, right]: the number of positions before and after.
 *     Negative numbers remove elements; at least one position must be left
 * @param[out] gradInput  shape of self, type of gradOutput
 * @return 161002 if a value of padding is below -2^60 or above 2^60; no position of a dimension is left
 */
ACLNN_API aclnnStatus aclnnReplicationPad1dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* padding, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReplicationPad1dBackward. */
ACLNN_API aclnnStatus aclnnReplicationPad1dBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REPLICATION_PAD1D_BACKWARD_H_ */
