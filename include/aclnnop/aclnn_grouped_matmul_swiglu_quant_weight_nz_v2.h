/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulSwigluQuantWeightNzV2: smoothed products of quantized groups of rows by weights in FRACTAL_NZ. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_V2_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulSwigluQuantWeightNzV2: aclnnGroupedMatmulSwigluQuantV2 with a weight in FRACTAL_NZ, as
 * aclnnGroupedMatmulSwigluQuantWeightNZ takes it. All other arguments, and the results, are the same.
 *
 * @param[in] x  [m, k]
 * @param[in] weight  a list of one tensor, [groups, k, n], in FRACTAL_NZ or not
 * @param[in] weightScale  a list of one tensor, [groups, n]
 * @param[in] weightAssistMatrix  NULL or an empty list
 * @param[in] bias  NULL
 * @param[in] xScale  [m]
 * @param[in] smoothScale  [groups, n / 2] or [groups]; NULL: none
 * @param[in] groupList  [groups]
 * @param[in] dequantMode  0
 * @param[in] dequantDtype  ACL_FLOAT
 * @param[in] quantMode  0
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 * @param[in] tuningConfig  not used; may be NULL
 * @param[out] output  [m, n / 2]
 * @param[out] outputScale  [m]
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNzV2GetWorkspaceSize(
    const aclTensor* x, const aclTensorList* weight, const aclTensorList* weightScale,
    const aclTensorList* weightAssistMatrix, const aclTensor* bias, const aclTensor* xScale,
    const aclTensor* smoothScale, const aclTensor* groupList, int64_t dequantMode, int64_t dequantDtype,
    int64_t quantMode, int64_t groupListType, const aclIntArray* tuningConfig, aclTensor* output,
    aclTensor* outputScale, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulSwigluQuantWeightNzV2. */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNzV2(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_V2_H_ */
