/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddLora: a low-rank update of rows, each by its adapter. */

#ifndef ACLNNOP_ACLNN_ADD_LORA_H_
#define ACLNNOP_ACLNN_ADD_LORA_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddLora: out = y, and in columns [yOffset, yOffset + ySliceSize) out[b] += scale * z[b] @ B^T with z[b] = x[b] @
 * A^T. The matrices are those of row b: A = weightA[indices[b], layerIdx] and B = weightB[indices[b], layerIdx].
 * Without weightA z is x. A row with a negative index is unchanged.
 * Types: y, x, weightB, weightA and out FLOAT16, BFLOAT16 or FLOAT, all of one type; indices INT32.
 * Arithmetic: that of matrix products (see aclnn_base.h), in float32 up to out.
 * An index of W or more is an error of the stream; out has not changed then.
 * Source: S-LoRA and Punica (batched LoRA).
 *
 * @param[in] y  [rows, columns]
 * @param[in] x  [rows, H1]
 * @param[in] weightB  [W, layers, H2, R]
 * @param[in] indices  [rows], in [0, W) or negative
 * @param[in] weightAOptional  [W, layers, R, H1]; NULL: H1 is R
 * @param[in] layerIdx  in [0, layers)
 * @param[in] scale  factor of the update
 * @param[in] yOffset  first column that changes
 * @param[in] ySliceSize  H2
 * @param[out] out  [rows, columns]
 */
ACLNN_API aclnnStatus aclnnAddLoraGetWorkspaceSize(const aclTensor* y, const aclTensor* x,
                                                   const aclTensor* weightB, const aclTensor* indices,
                                                   const aclTensor* weightAOptional, int64_t layerIdx,
                                                   double scale, int64_t yOffset, int64_t ySliceSize,
                                                   const aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnAddLora. */
ACLNN_API aclnnStatus aclnnAddLora(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_LORA_H_ */
