/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdvanceStep: the inputs of a model's next decoding step, in place. */

#ifndef ACLNNOP_ACLNN_ADVANCE_STEP_H_
#define ACLNNOP_ACLNN_ADVANCE_STEP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdvanceStep: for each i < numQueries, with the length n = seqLens[i] before the call,
 * inputTokens[i] = sampledTokenIds[i], inputPositions[i] = n, seqLens[i] = n + 1 and
 * slotMapping[i] = blockTables[i][n / blockSize] * blockSize + n % blockSize. Other elements do not change.
 * CANN's documentation contradicts itself about n; vLLM's step uses the length before the call.
 * Type: INT64.
 *
 * @param[in,out] inputTokens  [numSeqs]
 * @param[in] sampledTokenIds  [numQueries, 1]
 * @param[in,out] inputPositions  [numSeqs]
 * @param[in,out] seqLens  [numSeqs]
 * @param[in,out] slotMapping  [numSeqs]
 * @param[in] blockTables  numbers of blocks, [numSeqs, blocks of a sequence]
 * @param[in] numSeqs  more than 0
 * @param[in] numQueries  from 1 to numSeqs
 * @param[in] blockSize  tokens of a block, more than 0
 * @return 161002 if an attribute is outside of its range
 * @return 507035 if a length is negative, a token is beyond the blocks in its row of blockTables, or a block is
 *         negative
 */
ACLNN_API aclnnStatus aclnnAdvanceStepGetWorkspaceSize(aclTensor* inputTokens,
                                                       const aclTensor* sampledTokenIds,
                                                       aclTensor* inputPositions, aclTensor* seqLens,
                                                       aclTensor* slotMapping, const aclTensor* blockTables,
                                                       int64_t numSeqs, int64_t numQueries, int64_t blockSize,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdvanceStep. */
ACLNN_API aclnnStatus aclnnAdvanceStep(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADVANCE_STEP_H_ */
