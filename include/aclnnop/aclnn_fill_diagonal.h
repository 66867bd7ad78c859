/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceFillDiagonal: a number on the main diagonal. */

#ifndef ACLNNOP_ACLNN_FILL_DIAGONAL_H_
#define ACLNNOP_ACLNN_FILL_DIAGONAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceFillDiagonal: selfRef[i, i, ...] = fillValue. With wrap, the diagonal of a matrix with more
 * rows than columns begins again one row below its end: selfRef[i + k (columns + 1), i] = fillValue.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. Source: PyTorch's torch.Tensor.fill_diagonal_.
 *
 * @param[in,out] selfRef  2 to 8 dimensions; if more than 2, all of one size
 * @param[in] fillValue  scalar of any type; converted to the type of selfRef
 * @param[in] wrap  whether the diagonal begins again
 */
ACLNN_API aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(aclTensor* selfRef, const aclScalar* fillValue,
                                                               bool wrap, uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnInplaceFillDiagonal. */
ACLNN_API aclnnStatus aclnnInplaceFillDiagonal(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FILL_DIAGONAL_H_ */
