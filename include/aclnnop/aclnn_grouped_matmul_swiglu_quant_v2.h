/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulSwigluQuantV2: products of quantized groups of rows, gated, smoothed and quantized again. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_V2_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulSwigluQuantV2: aclnnGroupedMatmulSwigluQuant with other arguments. Rows of group g may be
 * multiplied by smoothScale[g] before they are quantized, and groups may be given by how many rows they have.
 *
 * @param[in] x  [m, k], INT8
 * @param[in] weight  a list of one tensor, [groups, k, n], INT8; n is even
 * @param[in] weightScale  a list of one tensor, [groups, n], FLOAT or BFLOAT16
 * @param[in] weightAssistMatrix  NULL or an empty list
 * @param[in] bias  NULL
 * @param[in] xScale  [m], FLOAT
 * @param[in] smoothScale  [groups, n / 2] or [groups], FLOAT; NULL: none
 * @param[in] groupList  [groups], INT64
 * @param[in] dequantMode  0: products are scaled by columns
 * @param[in] dequantDtype  ACL_FLOAT, what products are scaled in
 * @param[in] quantMode  0: rows have scales
 * @param[in] groupListType  0: groupList is where each group ends; 1: how many rows it has
 * @param[in] tuningConfig  not used; may be NULL
 * @param[out] output  [m, n / 2], INT8
 * @param[out] outputScale  [m], FLOAT
 * @return 507035 if groups end before they begin, or beyond the rows of x
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantV2GetWorkspaceSize(
    const aclTensor* x, const aclTensorList* weight, const aclTensorList* weightScale,
    const aclTensorList* weightAssistMatrix, const aclTensor* bias, const aclTensor* xScale,
    const aclTensor* smoothScale, const aclTensor* groupList, int64_t dequantMode, int64_t dequantDtype,
    int64_t quantMode, int64_t groupListType, const aclIntArray* tuningConfig, aclTensor* output,
    aclTensor* outputScale, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulSwigluQuantV2. */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantV2(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_V2_H_ */
