/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNormSiluQuant: group normalization and SiLU, quantized by given scales. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H_
#define ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormSiluQuant: out = silu(z) / quantScale, rounded to nearest, ties to even, and saturated,
 * where z is the result of aclnnGroupNormSiluV2 before SiLU. Arithmetic: float32.
 *
 * @param[in] self  [N, C, ...]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] gamma  [C]; type of self or FLOAT; NULL: 1
 * @param[in] beta  [C]; type of self or FLOAT; NULL: 0. The documents name 1, which is doubtful
 * @param[in] quantScale  [C], or one element; FLOAT
 * @param[in] group  a divisor of C
 * @param[in] eps  added to the variance
 * @param[in] activateSilu  true; anything else is 161002
 * @param[out] out  shape of self, INT8
 * @param[out] meanOut  N * group elements; type of self or FLOAT
 * @param[out] rstdOut  the same
 */
ACLNN_API aclnnStatus aclnnGroupNormSiluQuantGetWorkspaceSize(
    const aclTensor* self, const aclTensor* gamma, const aclTensor* beta, const aclTensor* quantScale,
    int64_t group, double eps, bool activateSilu, aclTensor* out, aclTensor* meanOut, aclTensor* rstdOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupNormSiluQuant. */
ACLNN_API aclnnStatus aclnnGroupNormSiluQuant(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H_ */
