/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnExpandIntoJaggedPermute: the indices that permute segments of different lengths. */

#ifndef ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H_
#define ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnExpandIntoJaggedPermute: segment i of the result begins at outputOffsets[i] and counts up from
 * inputOffsets[permute[i]]: where its elements were before the segments were permuted. Places that no segment
 * covers are 0.
 * Types: all tensors INT32, or all INT64.
 *
 * @param[in] permute  [L]: numbers of segments, from 0 to below L
 * @param[in] inputOffsets  [L + 1]: where segments began
 * @param[in] outputOffsets  [L + 1]: where segments begin, and the end of the last one; from 0 to outputSize,
 *     none smaller than the one before it
 * @param[in] outputSize  elements of outputPermute
 * @param[out] outputPermute  [outputSize]
 * @return 507035 if permute or outputOffsets hold other values; then nothing is written
 */
ACLNN_API aclnnStatus aclnnExpandIntoJaggedPermuteGetWorkspaceSize(
    const aclTensor* permute, const aclTensor* inputOffsets, const aclTensor* outputOffsets,
    int64_t outputSize, aclTensor* outputPermute, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnExpandIntoJaggedPermute. */
ACLNN_API aclnnStatus aclnnExpandIntoJaggedPermute(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H_ */
