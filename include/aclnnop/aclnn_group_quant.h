/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupQuant: rows quantized by scales of their group. */

#ifndef ACLNNOP_ACLNN_GROUP_QUANT_H_
#define ACLNNOP_ACLNN_GROUP_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupQuant: y = x * scale + offset with the scales of the group that a row is of: the first one that
 * ends after it. It is rounded to nearest, ties to even, and saturated; NaN becomes 0. Arithmetic:
 * float32. The documents give only the prototype; the formula is that of aclnnAscendQuant, the groups are
 * those of aclnnDynamicQuantV2.
 *
 * @param[in] x  [m, n]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] scale  [groups, n]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] groupIndex  [groups], INT32 or INT64: the row after the last one of each group
 * @param[in] offsetOptional  one element; FLOAT, FLOAT16, BFLOAT16; NULL: 0
 * @param[in] dstType  the type of y; ACL_INT4 also for an INT32 that holds INT4
 * @param[out] y  [m, n], INT8; or INT32 [m, n / 8], each element of which holds 8 INT4
 * @return 507035 for rows of no group
 */
ACLNN_API aclnnStatus aclnnGroupQuantGetWorkspaceSize(const aclTensor* x, const aclTensor* scale,
                                                      const aclTensor* groupIndex,
                                                      const aclTensor* offsetOptional, int32_t dstType,
                                                      aclTensor* y, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnGroupQuant. */
ACLNN_API aclnnStatus aclnnGroupQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_QUANT_H_ */
