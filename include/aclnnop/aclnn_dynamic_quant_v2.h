/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDynamicQuantV2: rows quantized by their own scales, with groups and offsets. */

#ifndef ACLNNOP_ACLNN_DYNAMIC_QUANT_V2_H_
#define ACLNNOP_ACLNN_DYNAMIC_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDynamicQuantV2: aclnnDynamicQuant with a row of smoothing factors for each group of rows. With offsets
 * the quantization is asymmetric, between the extremes of a row:
 *
 *     scale = (max t - min t) / (2 q + 1),  offset = q - max t / scale,  y = t / scale + offset, rounded
 *
 * A row of equal numbers has scale, offset and y 0.
 *
 * @param[in] x  1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] smoothScalesOptional  [last dimension of x], with groups [groups, last dimension of x]; NULL: 1
 * @param[in] groupIndexOptional  [groups], INT32 or INT64: the row after the last one of each group; NULL:
 *     one group. Requires smoothScalesOptional
 * @param[in] dstType  aclDataType of y: ACL_INT8 or ACL_INT32; for INT4 in INT32 also ACL_INT4
 * @param[out] y  shape of x, INT8; or INT32, whose last dimension is that of x divided by 8: each element
 *     holds 8 INT4, the first one in the lowest bits
 * @param[out] scale  shape of x without its last dimension, FLOAT
 * @param[out] offsetOptional  shape of scale, FLOAT; NULL: symmetric
 * @return 507035 if the last row of x is in no group
 */
ACLNN_API aclnnStatus aclnnDynamicQuantV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* groupIndexOptional,
    int64_t dstType, const aclTensor* y, const aclTensor* scale, const aclTensor* offsetOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDynamicQuantV2. */
ACLNN_API aclnnStatus aclnnDynamicQuantV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DYNAMIC_QUANT_V2_H_ */
