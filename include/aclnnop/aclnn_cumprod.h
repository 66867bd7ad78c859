/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCumprod, aclnnInplaceCumprod: running products. */

#ifndef ACLNNOP_ACLNN_CUMPROD_H_
#define ACLNNOP_ACLNN_CUMPROD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCumprod: out[i] = input[0] * ... * input[i] along axis; elements are converted to dtype first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128. input may
 * also be BOOL. out has type dtype.
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once.
 * Source: PyTorch's torch.cumprod.
 *
 * @param[in] input  tensor of any shape
 * @param[in] axis  dimension to work along
 * @param[in] dtype  type of out
 * @param[out] out  shape of input; type dtype
 * @return 161002 if axis is not an integer
 */
ACLNN_API aclnnStatus aclnnCumprodGetWorkspaceSize(const aclTensor* input, const aclScalar* axis,
                                                   aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnCumprod. */
ACLNN_API aclnnStatus aclnnCumprod(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceCumprod: input[i] = input[0] * ... * input[i] along dim.
 * Types and arithmetic: as out of aclnnCumprod; also UINT16, UINT32, UINT64.
 * @param[in,out] input  factors and results, of any shape
 * @param[in] dim  dimension to work along
 * @return 161002 if dim is not an integer
 */
ACLNN_API aclnnStatus aclnnInplaceCumprodGetWorkspaceSize(aclTensor* input, const aclScalar* dim,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceCumprod. */
ACLNN_API aclnnStatus aclnnInplaceCumprod(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CUMPROD_H_ */
