/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBaddbmm, aclnnInplaceBaddbmm: a batch of matrices plus batched matrix products.
 *
 * Types: those of aclnnMm.
 * Arithmetic: that of matrix products (see aclnn_base.h). alpha and beta have any real type; with integers
 * what follows their point is dropped. If beta is 0,
 * its factor is not read: NaN and infinities in it have no effect.
 * Shapes: batch1 is [b, n, m], batch2 [b, m, p], out [b, n, p]; self broadcasts to out, selfRef is [b, n, p].
 * Transposed operands are not copied.
 * Source: torch.baddbmm.
 * Status codes: 161002 if alpha or beta is complex
 */

#ifndef ACLNNOP_ACLNN_BADDBMM_H_
#define ACLNNOP_ACLNN_BADDBMM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBaddbmm: out[i] = beta * self[i] + alpha * (batch1[i] @ batch2[i]).
 * @param[in] self  summand
 * @param[in] batch1  first matrices
 * @param[in] batch2  second matrices
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[out] out  result
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnBaddbmmGetWorkspaceSize(const aclTensor* self, const aclTensor* batch1,
                                                   const aclTensor* batch2, const aclScalar* beta,
                                                   const aclScalar* alpha, aclTensor* out,
                                                   int8_t cubeMathType, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnBaddbmm. */
ACLNN_API aclnnStatus aclnnBaddbmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceBaddbmm: selfRef[i] = beta * selfRef[i] + alpha * (batch1[i] @ batch2[i]).
 * @param[in,out] selfRef  summand and result
 * @param[in] batch1  first matrices
 * @param[in] batch2  second matrices
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnInplaceBaddbmmGetWorkspaceSize(aclTensor* selfRef, const aclTensor* batch1,
                                                          const aclTensor* batch2, const aclScalar* beta,
                                                          const aclScalar* alpha, int8_t cubeMathType,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceBaddbmm. */
ACLNN_API aclnnStatus aclnnInplaceBaddbmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BADDBMM_H_ */
