/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceQuantScatterV2: a part of a dimension, quantized and put at an index, for each batch. */

#ifndef ACLNNOP_ACLNN_QUANT_SCATTER_V2_H_
#define ACLNNOP_ACLNN_QUANT_SCATTER_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceQuantScatterV2: selfRef[b, ..., indices[b] + e, ...] = quantized(updates[b, ..., e, ...]) along
 * axis, as a quantized cache takes the keys of new tokens. quantized(u) = u / quantScales + quantZeroPoints,
 * rounded as roundMode specifies and saturated to INT8; NaN becomes 0. Indices of two columns also name the
 * batch, as in aclnnInplaceScatterUpdate.
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
 * @param[in] roundMode  "rint" or "round" (to nearest, ties to even), "floor", "ceil" or "trunc"; NULL: "rint"
 * @return 507035 if an index is negative, or the part does not fit after it
 */
ACLNN_API aclnnStatus aclnnInplaceQuantScatterV2GetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* indices, const aclTensor* updates, const aclTensor* quantScales,
    const aclTensor* quantZeroPoints, int64_t axis, int64_t quantAxis, int64_t reduction,
    const char* roundMode, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceQuantScatterV2. */
ACLNN_API aclnnStatus aclnnInplaceQuantScatterV2(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_SCATTER_V2_H_ */
