/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulSwigluQuantWeightNZ: gated products of groups of rows by weights in FRACTAL_NZ, quantized again. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulSwigluQuantWeightNZ: aclnnGroupedMatmulSwigluQuant with weights in FRACTAL_NZ.
 * weight has that label and its storage dimensions (see aclnn_npu_format_cast.h). Its view shows the matrices, or is
 * the storage dimensions. With the label and fewer than 4 storage dimensions it is plain. Everything else is as
 * aclnnGroupedMatmulSwigluQuant has it, with the same results.
 *
 * @param[in] x  [m, k]
 * @param[in] weight  [groups, k, n], n even, in FRACTAL_NZ or not
 * @param[in] bias  NULL
 * @param[in] offset  NULL
 * @param[in] weightScale  [groups, n]
 * @param[in] xScale  [m]
 * @param[in] groupList  [groups], where each group ends
 * @param[out] output  [m, n / 2]
 * @param[out] outputScale  [m]
 * @param[out] outputOffset  not written; may be NULL
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNZGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* bias, const aclTensor* offset,
    const aclTensor* weightScale, const aclTensor* xScale, const aclTensor* groupList, aclTensor* output,
    aclTensor* outputScale, aclTensor* outputOffset, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulSwigluQuantWeightNZ. */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNZ(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_H_ */
