/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEmbeddingDenseBackward: gradient of an embedding lookup for its table. */

#ifndef ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_
#define ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEmbeddingDenseBackward: with E the last size of grad, grad as R rows of E elements, indices as R
 * values, both in row-major order of their views (spec: aclnnEmbeddingDenseBackward):
 *
 *     out[v,:] = 0                                                    if v == paddingIdx, or v occurs nowhere
 *     out[v,:] = sum over rows t with indices[t] == v of grad[t,:]    otherwise
 *     out[v,:] is then divided by the number of such t                if scaleGradByFreq
 *
 * Every row of out is written; its former content does not matter. Rows with the padding index are excluded,
 * not multiplied by 0: their NaN and infinities have no effect, and the index may be outside the table.
 * Floating-point indices are truncated toward zero, BOOL is treated as 0 and 1. There is no limit on R,
 * numWeights or E. If grad or indices is empty, out becomes 0. If E = 0, or numWeights = 0 with R = 0, phase
 * one succeeds without work. Index map for aclSetInputTensorAddr: grad 0, indices 1; for
 * aclSetOutputTensorAddr: out 0.
 * Types: FLOAT, FLOAT16, BFLOAT16 (not indices). Format: ND or any other plain format.
 *
 * @param[in] grad             gradient of the lookup's result; 1-8 dimensions
 * @param[in] indices          R elements, 0-8 dimensions; shape need not match grad's. FLOAT, FLOAT16,
 *                             DOUBLE, INT32, INT64, INT16, INT8, UINT8 or BOOL
 * @param[in] numWeights       rows of the table
 * @param[in] paddingIdx       row that gets no gradient, read as int64_t; outside [0, numWeights), e.g.
 *                             (uint64_t)-1: none, but a row whose index equals it is still excluded
 * @param[in] scaleGradByFreq  divide each row by how often its index occurs?
 * @param[out] out             [numWeights, E]; any supported type, also another than grad's
 * @return a common status code, or
 * - 161001: grad, indices or out is NULL
 * - 161002: the type of grad, indices or out is not supported
 * - 161002: grad has 0 dimensions; its elements are not numel(indices) * E (not checked if E is 0)
 * - 161002: out is not [numWeights, E]
 * - 507035 (from the next synchronize): an index is outside [0, numWeights), or a floating-point index is NaN
 *   or infinite; out is not written, and the message names the index
 */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSize(
    const aclTensor* grad, const aclTensor* indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnEmbeddingDenseBackward. */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_ */
