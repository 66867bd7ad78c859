/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGemmaRmsNorm: root mean square normalization, scaled by 1 + gamma. */

#ifndef ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_
#define ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGemmaRmsNorm: yOut = x * rstdOut * (1 + gamma), with rstdOut as aclnnRmsNorm has it.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  any shape of 1 to 8 dimensions
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] epsilon  added to the mean square
 * @param[out] yOut  shape and type of x
 * @param[out] rstdOut  one element per row, any shape, FLOAT
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnGemmaRmsNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma,
                                                        double epsilon, aclTensor* yOut, aclTensor* rstdOut,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGemmaRmsNorm. */
ACLNN_API aclnnStatus aclnnGemmaRmsNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_ */
