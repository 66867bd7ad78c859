/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachRoundOffNumberV2: rounding to integers. */

#ifndef ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_
#define ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachRoundOffNumberV2: out[k] = round(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT16.
 * @param[in] x  list of tensors
 * @param[in] roundMode  of any real type; an integer or a BOOL for INT16 tensors: 1 to the nearest integer,
 *     ties to even; 2 down; 3 up; 4 to the nearest, ties away from zero; 5 towards zero; 6 to the nearest,
 *     ties to odd; any other number means 1
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachRoundOffNumberV2GetWorkspaceSize(const aclTensorList* x,
                                                                   const aclScalar* roundMode,
                                                                   aclTensorList* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnForeachRoundOffNumberV2. */
ACLNN_API aclnnStatus aclnnForeachRoundOffNumberV2(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_ */
