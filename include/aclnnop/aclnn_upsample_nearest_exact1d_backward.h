/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearestExact1dBackward: gradient of resizing of a signal by nearest neighbour, measured from centres. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearestExact1dBackward: the gradient of aclnnUpsampleNearestExact1d: each element of
 * gradOutput goes, by the same weights, to the elements that contributed to it.
 * Arithmetic: sums of up to 16 terms at a time, which are then added.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Lo]
 * @param[in] outputSize  Lo, from 1 to 2^24 - 1
 * @param[in] inputSize  shape of out; L from 1 to 2^24 - 1
 * @param[in] scales  factor of the length, as of the forward operator
 * @param[out] out  gradient of the input, [N, C, L], type of gradOutput
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact1dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, double scales,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearestExact1dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact1dBackward(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_BACKWARD_H_ */
