/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceQuantScatter: a part of a dimension, quantized and put at an index, for each batch. */

#ifndef ACLNNOP_ACLNN_QUANT_SCATTER_H_
#define ACLNNOP_ACLNN_QUANT_SCATTER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceQuantScatter: selfRef[b, ..., indices[b] + e, ...] = quantized(updates[b, ..., e, ...]) along axis,
 * as a quantized cache takes the keys of new tokens. quantized(u) = u / quantScales + quantZeroPoints, rounded to
 * nearest (ties to even) and saturated to INT8; NaN becomes 0. Indices of two columns also name the batch, as in
 * aclnnInplaceScatterUpdate.
 * Arithmetic: float32.
 *
 * @param[in,out] selfRef  2 to 8 dimensions, of which the first one is the batch; INT8
 * @param[in] indices  [B] or [B, 2], INT64 or INT32; of 0 dimensions where B is 1
 * @param[in] updates  shape of selfRef, with B as first dimension, and along axis as many elements as are put;
 *     FLOAT, FLOAT16, BFLOAT16
 * @param[in] quantScales  [elements of updates along quantAxis]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] quantZeroPoints  as quantScales, or INT32; NULL: 0
 * @param[in] axis  the dimension, which is not the first one; negative ones count from the end
 * @param[in] quantAxis  dimension of updates; negative ones count from the end
 * @param[in] reduction  1: updates replace the elements
 * @return 507035 if an index is negative, or the part does not fit after it
 */
ACLNN_API aclnnStatus aclnnInplaceQuantScatterGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* indices, const aclTensor* updates, const aclTensor* quantScales,
    const aclTensor* quantZeroPoints, int64_t axis, int64_t quantAxis, int64_t reduction,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceQuantScatter. */
ACLNN_API aclnnStatus aclnnInplaceQuantScatter(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_SCATTER_H_ */
