/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddbmm, aclnnInplaceAddbmm: a matrix plus the sum of batched matrix products.
 *
 * Types: those of aclnnMm.
 * Arithmetic: that of matrix products (see aclnn_base.h). alpha and beta have any real type; with integers
 * what follows their point is dropped. If beta is 0,
 * its factor is not read: NaN and infinities in it have no effect.
 * Shapes: batch1 is [b, n, m], batch2 [b, m, p], out [n, p]; self broadcasts to out, selfRef is [n, p].
 * Transposed operands are not copied.
 * Source: torch.addbmm.
 * Status codes: 161002 if alpha or beta is complex
 */

#ifndef ACLNNOP_ACLNN_ADDBMM_H_
#define ACLNNOP_ACLNN_ADDBMM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddbmm: out = beta * self + alpha * (sum over i of batch1[i] @ batch2[i]).
 * @param[in] self  summand
 * @param[in] batch1  first matrices
 * @param[in] batch2  second matrices
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[out] out  result
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnAddbmmGetWorkspaceSize(const aclTensor* self, const aclTensor* batch1,
                                                  const aclTensor* batch2, const aclScalar* beta,
                                                  const aclScalar* alpha, aclTensor* out, int8_t cubeMathType,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddbmm. */
ACLNN_API aclnnStatus aclnnAddbmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnInplaceAddbmm: selfRef = beta * selfRef + alpha * (sum over i of batch1[i] @ batch2[i]).
 * @param[in,out] selfRef  summand and result
 * @param[in] batch1  first matrices
 * @param[in] batch2  second matrices
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnInplaceAddbmmGetWorkspaceSize(aclTensor* selfRef, const aclTensor* batch1,
                                                         const aclTensor* batch2, const aclScalar* beta,
                                                         const aclScalar* alpha, int8_t cubeMathType,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddbmm. */
ACLNN_API aclnnStatus aclnnInplaceAddbmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDBMM_H_ */
