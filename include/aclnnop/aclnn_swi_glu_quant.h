/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSwiGluQuant: gated activations, quantized. */

#ifndef ACLNNOP_ACLNN_SWI_GLU_QUANT_H_
#define ACLNNOP_ACLNN_SWI_GLU_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSwiGluQuant: with the halves A and B of a row of x, in the order that activateLeft defines, a =
 * silu(A) * B * smoothScales is quantized. "dynamic" has a scale for each row, as aclnnDynamicQuant; "static"
 * rounds a + offsets to nearest, ties to even, and saturates it. Rows of no group become 0. Arithmetic:
 * float32. The documents contradict each other on scaleOut: here a is y * scaleOut.
 *
 * @param[in] x  [.., 2 * n]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] smoothScalesOptional  [n] without groups, [groups, n] or [groups]; FLOAT; NULL: 1
 * @param[in] offsetsOptional  the same; not used in the mode "dynamic"; NULL: 0
 * @param[in] groupIndexOptional  [groups], INT32 or INT64: where groups of rows end; NULL: one group
 * @param[in] activateLeft  whether A is the first half; otherwise the second one
 * @param[in] quantModeOptional  "dynamic" or "static"; NULL is "dynamic"
 * @param[out] yOut  [.., n], INT8; or INT32 [.., n / 8], each element of which holds 8 INT4
 * @param[out] scaleOut  [..], FLOAT; not used in the mode "static"
 */
ACLNN_API aclnnStatus aclnnSwiGluQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* offsetsOptional,
    const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional, const aclTensor* yOut,
    const aclTensor* scaleOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSwiGluQuant. */
ACLNN_API aclnnStatus aclnnSwiGluQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SWI_GLU_QUANT_H_ */
