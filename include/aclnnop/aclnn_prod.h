/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnProd, aclnnProdDim: products of all elements, or along a dimension. */

#ifndef ACLNNOP_ACLNN_PROD_H_
#define ACLNNOP_ACLNN_PROD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnProd: out = the product of the elements of self, converted to dtype first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * self and dtype are any of these; out has type dtype.
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are multiplied in float32, in 16 interleaved products for each
 * block of 512 elements, these and the blocks in float64. DOUBLE and complex numbers in float64. The result
 * is rounded once. The product of no elements is 1.
 * Source: PyTorch's torch.prod.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dtype  type of out
 * @param[out] out  one element; type dtype
 */
ACLNN_API aclnnStatus aclnnProdGetWorkspaceSize(const aclTensor* self, aclDataType dtype, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnProd. */
ACLNN_API aclnnStatus aclnnProd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnProdDim: out = the product of the elements of self along dim, converted to dtype first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * self and dtype are any of these; out has type dtype.
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are multiplied in float32, in 16 interleaved products for each
 * block of 512 elements, these and the blocks in float64. DOUBLE and complex numbers in float64. The result
 * is rounded once. The product of no elements is 1.
 * Source: PyTorch's torch.prod.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to reduce
 * @param[in] keepDim  whether outputs keep the reduced dimension with size 1
 * @param[in] dtype  type of out
 * @param[out] out  shape of self without the reduced dimension, or with size 1 there; type dtype
 */
ACLNN_API aclnnStatus aclnnProdDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepDim,
                                                   aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnProdDim. */
ACLNN_API aclnnStatus aclnnProdDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PROD_H_ */
