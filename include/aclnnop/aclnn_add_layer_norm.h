/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddLayerNorm: layer normalization of a sum. */

#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_H_
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddLayerNorm: yOut = (x - mean) * rstd * gamma + beta with x = x1 + x2 + bias, which is not rounded
 * to its type in between. mean and rstd = 1 / sqrt(variance + epsilon) are those of a row of x.
 * Types: FLOAT, FLOAT16, BFLOAT16. x1 and x2 have one type, or one of them is FLOAT and the other FLOAT16
 * or BFLOAT16: then all other tensors are FLOAT.
 *
 * @param[in] x1  any shape of 1 to 8 dimensions
 * @param[in] x2  shape of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of; type of x1 or FLOAT
 * @param[in] beta  shift, as gamma
 * @param[in] biasOptional  shape of gamma or x1, type of x1 or FLOAT; NULL: zeros
 * @param[in] epsilon  added to the variance
 * @param[in] additionalOutput  whether to write xOut
 * @param[out] yOut  shape and type of x1
 * @param[out] meanOut  one element per row, any shape, FLOAT
 * @param[out] rstdOut  as meanOut
 * @param[out] xOut  x; shape and type of yOut; without additionalOutput it is not checked and may be NULL
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnAddLayerNormGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                        const aclTensor* gamma, const aclTensor* beta,
                                                        const aclTensor* biasOptional, double epsilon,
                                                        bool additionalOutput, const aclTensor* yOut,
                                                        const aclTensor* meanOut, const aclTensor* rstdOut,
                                                        const aclTensor* xOut, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnAddLayerNorm. */
ACLNN_API aclnnStatus aclnnAddLayerNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_LAYER_NORM_H_ */
