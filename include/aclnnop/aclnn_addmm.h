/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddmm, aclnnInplaceAddmm, aclnnAddmmWeightNz: a tensor plus the product of two matrices.
 *
 * Types: those of aclnnMm.
 * Arithmetic: that of matrix products (see aclnn_base.h). alpha and beta have any real type; with integers
 * what follows their point is dropped. If beta is 0,
 * its factor is not read: NaN and infinities in it have no effect.
 * Shapes: mat1 is [n, m], mat2 [m, p], out [n, p]; self broadcasts to out, selfRef is [n, p]. Transposed
 * operands are not copied.
 * Source: torch.addmm.
 * Status codes: 161002 if alpha or beta is complex
 */

#ifndef ACLNNOP_ACLNN_ADDMM_H_
#define ACLNNOP_ACLNN_ADDMM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddmm: out = beta * self + alpha * (mat1 @ mat2).
 * @param[in] self  summand
 * @param[in] mat1  first matrix
 * @param[in] mat2  second matrix
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[out] out  result
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor* self, const aclTensor* mat1,
                                                 const aclTensor* mat2, const aclScalar* beta,
                                                 const aclScalar* alpha, aclTensor* out, int8_t cubeMathType,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddmm. */
ACLNN_API aclnnStatus aclnnAddmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceAddmm: selfRef = beta * selfRef + alpha * (mat1 @ mat2).
 * @param[in,out] selfRef  summand and result
 * @param[in] mat1  first matrix
 * @param[in] mat2  second matrix
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(aclTensor* selfRef, const aclTensor* mat1,
                                                        const aclTensor* mat2, const aclScalar* beta,
                                                        const aclScalar* alpha, int8_t cubeMathType,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddmm. */
ACLNN_API aclnnStatus aclnnInplaceAddmm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnAddmmWeightNz: aclnnAddmm with a weight in FRACTAL_NZ, as aclnnMatmulWeightNz has it.
 * @param[in] self  summand
 * @param[in] mat1  first matrix
 * @param[in] mat2  second matrix, in FRACTAL_NZ or not
 * @param[in] beta  factor of the summand
 * @param[in] alpha  factor of the product
 * @param[out] out  result
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnAddmmWeightNzGetWorkspaceSize(const aclTensor* self, const aclTensor* mat1,
                                                         const aclTensor* mat2, const aclScalar* beta,
                                                         const aclScalar* alpha, aclTensor* out,
                                                         int8_t cubeMathType, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnAddmmWeightNz. */
ACLNN_API aclnnStatus aclnnAddmmWeightNz(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDMM_H_ */
