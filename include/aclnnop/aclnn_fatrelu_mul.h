/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFatreluMul: the product of the halves of a tensor, the first one above a threshold. */

#ifndef ACLNNOP_ACLNN_FATRELU_MUL_H_
#define ACLNNOP_ACLNN_FATRELU_MUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFatreluMul: out = (A < threshold ? 0 : A) B, A and B the halves of input along its last dimension. NaN stays
 * NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions.
 *
 * @param[in] input  A and B side by side
 * @param[in] threshold  one element
 * @param[out] out  the shape of input with half the size at the last dimension
 * @return 161002 if the size of the last dimension is odd
 */
ACLNN_API aclnnStatus aclnnFatreluMulGetWorkspaceSize(const aclTensor* input, const aclTensor* threshold,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnFatreluMul. */
ACLNN_API aclnnStatus aclnnFatreluMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FATRELU_MUL_H_ */
