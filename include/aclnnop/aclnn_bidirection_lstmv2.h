/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBidirectionLSTMV2: one layer of long short-term memory, of sequences of different lengths. */

#ifndef ACLNNOP_ACLNN_BIDIRECTION_LSTMV2_H_
#define ACLNNOP_ACLNN_BIDIRECTION_LSTMV2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBidirectionLSTMV2: aclnnBidirectionLSTM of sequences that may have different lengths. With packed, x and y have
 * a row for each sequence that has the step, step after step, as PyTorch's packed sequences have them.
 * Types: FLOAT, FLOAT16, the same for all tensors; batchSizeOptional INT64 or INT32. A sequence that has ended keeps its
 * states; without packed, y is 0 there. Source: PyTorch's torch.nn.LSTM.
 *
 * @param[in] x  [T, B, input]; with packed [sum of batchSizeOptional, input]
 * @param[in] initH  the first h, [directions, B, H]
 * @param[in] initC  the first c, [directions, B, H]
 * @param[in] wIh  weight of the input, [4 * H, input]
 * @param[in] wHh  weight of the hidden state, [4 * H, H]
 * @param[in] bIhOptional  [4 * H]; this and the next one are used only with isbias, and may be NULL without it
 * @param[in] bHhOptional  [4 * H]
 * @param[in] wIhReverseOptional  as wIh; this and the following ones are those of the reverse direction, are used only with
 *     bidirection, and may be NULL without it
 * @param[in] wHhReverseOptional  as wHh
 * @param[in] bIhReverseOptional  as bIhOptional
 * @param[in] bHhReverseOptional  as bHhOptional
 * @param[in] batchSizeOptional  [T], how many sequences have each step, the longest first; may be NULL without packed:
 *     all
 * @param[in] numLayers  1
 * @param[in] isbias  whether there are biases
 * @param[in] batchFirst  false
 * @param[in] bidirection  whether there is a reverse direction
 * @param[in] packed  whether x and y are packed
 * @param[out] y  h of each step, [T, B, directions * H]; with packed [rows of x, directions * H]
 * @param[out] outputH  the last h, as initH
 * @param[out] outputC  the last c, as initC
 * @return 507035 if batchSizeOptional has a negative number, or one above B or above the number before it, or if x is
 *     packed and their sum is not its number of rows; then nothing is written
 */
ACLNN_API aclnnStatus aclnnBidirectionLSTMV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* initH, const aclTensor* initC, const aclTensor* wIh,
    const aclTensor* wHh, const aclTensor* bIhOptional, const aclTensor* bHhOptional,
    const aclTensor* wIhReverseOptional, const aclTensor* wHhReverseOptional,
    const aclTensor* bIhReverseOptional, const aclTensor* bHhReverseOptional,
    const aclTensor* batchSizeOptional, int64_t numLayers, bool isbias, bool batchFirst, bool bidirection,
    bool packed, aclTensor* y, aclTensor* outputH, aclTensor* outputC, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnBidirectionLSTMV2. */
ACLNN_API aclnnStatus aclnnBidirectionLSTMV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BIDIRECTION_LSTMV2_H_ */
