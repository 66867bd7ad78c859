/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddRmsNormDynamicQuantV2: RMS normalization of a sum, shifted, quantized by scales of rows. */

#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_QUANT_V2_H_
#define ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddRmsNormDynamicQuantV2: aclnnAddRmsNormDynamicQuant with betaOptional, which is added to the norm
 * before anything else, and with a mask of the results that are asked for.
 *
 * @param[in] x1  summand; any shape of 1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] x2  summand; shape and type of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of, with or without
 *   dimensions of 1 in front; type of x1 or FLOAT
 * @param[in] smoothScale1Optional  shape of gamma, or one element; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] smoothScale2Optional  the same
 * @param[in] betaOptional  shape of gamma; type of x1 or FLOAT; NULL: 0
 * @param[in] epsilon  added to the mean square
 * @param[in] outputMask  two: whether y1Out and scale1Out, and y2Out and scale2Out, are written; NULL: as
 *   in aclnnAddRmsNormDynamicQuant
 * @param[out] y1Out  shape of x1, INT8
 * @param[out] y2Out  shape of x1, INT8; NULL or any tensor if it is not asked for
 * @param[out] xOut  the sum, rounded to its type: shape and type of x1
 * @param[out] scale1Out  one element per row, any shape, FLOAT
 * @param[out] scale2Out  the same; NULL or any tensor if it is not asked for
 */
ACLNN_API aclnnStatus aclnnAddRmsNormDynamicQuantV2GetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* smoothScale1Optional,
    const aclTensor* smoothScale2Optional, const aclTensor* betaOptional, double epsilon,
    const aclBoolArray* outputMask, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut, aclTensor* scale1Out,
    aclTensor* scale2Out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddRmsNormDynamicQuantV2. */
ACLNN_API aclnnStatus aclnnAddRmsNormDynamicQuantV2(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_QUANT_V2_H_ */
