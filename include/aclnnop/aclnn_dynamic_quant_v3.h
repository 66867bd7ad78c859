/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDynamicQuantV3: numbers quantized by scales of rows, columns or the tensor. */

#ifndef ACLNNOP_ACLNN_DYNAMIC_QUANT_V3_H_
#define ACLNNOP_ACLNN_DYNAMIC_QUANT_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDynamicQuantV3: aclnnDynamicQuantV2 with scales of rows, of columns, or of the whole tensor.
 *
 * @param[in] x  1 dimension or more, of "perchannel" 2 or more; FLOAT, FLOAT16, BFLOAT16
 * @param[in] smoothScalesOptional  factors of x: [n], n being the last dimension of x; of "perchannel"
 *   [m], m being the last but one; with groups [groups, n]; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] groupIndexOptional  as in aclnnDynamicQuantV2, of "pertoken"; NULL: one group
 * @param[in] dstType  the type of y; ACL_INT4 also for an INT32 that holds INT4
 * @param[in] isSymmetrical  whether there are no offsets
 * @param[in] quantMode  "pertoken": a scale for each row; "pertensor": one; "perchannel": one for each
 *   column of each matrix; NULL is "pertoken"
 * @param[out] y  shape of x, INT8; or INT32 with an eighth of the last dimension, each element of which
 *   holds 8 INT4
 * @param[out] scale  FLOAT: x without its last dimension; of "pertensor" [1]; of "perchannel" x without
 *   its last dimension but one
 * @param[out] offsetOptional  the same; with isSymmetrical not written; NULL: quantized symmetrically
 * @return 507035 for rows of no group
 */
ACLNN_API aclnnStatus aclnnDynamicQuantV3GetWorkspaceSize(
    const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* groupIndexOptional,
    int64_t dstType, bool isSymmetrical, const char* quantMode, const aclTensor* y, const aclTensor* scale,
    const aclTensor* offsetOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDynamicQuantV3. */
ACLNN_API aclnnStatus aclnnDynamicQuantV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DYNAMIC_QUANT_V3_H_ */
