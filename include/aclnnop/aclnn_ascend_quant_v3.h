/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAscendQuantV3: quantization by given scales, along any dimension. */

#ifndef ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_
#define ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAscendQuantV3: aclnnAscendQuant, in which scales and offsets go along a dimension of choice.
 *
 * @param[in] x  0 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] scale  one element, or as many as x has along axis, in a separate dimension; types as x
 * @param[in] offset  as scale; NULL: 0
 * @param[in] sqrtMode  multiply by scale twice
 * @param[in] roundMode  "round" (to nearest, ties to even), "floor", "ceil" or "trunc"; NULL is "round"
 * @param[in] dstType  aclDataType of y: ACL_INT8 or ACL_INT32; for INT4 in INT32 also ACL_INT4
 * @param[in] axis  dimension of x; negative values count from the end
 * @param[out] y  shape of x, INT8; or INT32, whose last dimension is that of x divided by 8: each element
 *     holds 8 INT4, the first one in the lowest bits
 */
ACLNN_API aclnnStatus aclnnAscendQuantV3GetWorkspaceSize(const aclTensor* x, const aclTensor* scale,
                                                         const aclTensor* offset, bool sqrtMode,
                                                         const char* roundMode, int32_t dstType, int32_t axis,
                                                         const aclTensor* y, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnAscendQuantV3. */
ACLNN_API aclnnStatus aclnnAscendQuantV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_ */
