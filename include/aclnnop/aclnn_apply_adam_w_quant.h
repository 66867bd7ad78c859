/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyAdamWQuant: a step of AdamW with moments of 8 bits. */

#ifndef ACLNNOP_ACLNN_APPLY_ADAM_W_QUANT_H_
#define ACLNNOP_ACLNN_APPLY_ADAM_W_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyAdamWQuant: a step of AdamW. The moments are kept in a byte each: m = qmapM[mRef] * absmaxMRef of its
 * block of 256 parameters, and likewise v. With g = grad * gnormScale: m = beta1 * m + (1 - beta1) * g, v = beta2
 * * v + (1 - beta2) * g^2, varRef = varRef * (1 - lr * weightDecay) - lr * (m / (1 - beta1^step)) / (sqrt(v / (1
 * - beta2^step)) + eps). Then absmaxMRef is the largest |m| of each block, and mRef the entry of qmapM nearest to
 * m / absmaxMRef, the lower one of two that are as near; likewise vRef. A block with a NaN among its moments has
 * absmaxMRef NaN, and entries 0.
 * Types: varRef FLOAT, FLOAT16, BFLOAT16. Arithmetic: float32; the powers of beta1 and beta2 in float64.
 *
 * @param[in,out] varRef  parameters, n elements in any dimensions
 * @param[in] grad  shape and type of varRef
 * @param[in,out] mRef  shape of varRef; UINT8
 * @param[in,out] vRef  shape of varRef; UINT8
 * @param[in] qmapM  [256], in ascending order; FLOAT
 * @param[in] qmapV  [256], in ascending order; FLOAT
 * @param[in,out] absmaxMRef  [n / 256], rounded up; FLOAT
 * @param[in,out] absmaxVRef  [n / 256], rounded up; FLOAT
 * @param[in] step  the number of this step, one element; INT64, INT32 or FLOAT
 * @param[in] lr  learning rate
 * @param[in] beta1  how much of m stays
 * @param[in] beta2  how much of v stays
 * @param[in] weightDecay  share of the parameters that is taken away, times lr
 * @param[in] eps  added to the square root
 * @param[in] gnormScale  factor of the gradients
 * @param[in] quantModeOptional  "BLOCKWISE" or NULL
 * @param[in] blockSize  256
 */
ACLNN_API aclnnStatus aclnnApplyAdamWQuantGetWorkspaceSize(
    aclTensor* varRef, const aclTensor* grad, aclTensor* mRef, aclTensor* vRef, const aclTensor* qmapM,
    const aclTensor* qmapV, aclTensor* absmaxMRef, aclTensor* absmaxVRef, const aclTensor* step, double lr,
    double beta1, double beta2, double weightDecay, double eps, double gnormScale,
    const char* quantModeOptional, int64_t blockSize, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyAdamWQuant. */
ACLNN_API aclnnStatus aclnnApplyAdamWQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ADAM_W_QUANT_H_ */
