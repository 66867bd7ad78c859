/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGeluMul: the product of the halves of a tensor, the first one through GELU. */

#ifndef ACLNNOP_ACLNN_GELU_MUL_H_
#define ACLNNOP_ACLNN_GELU_MUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeluMul: out = gelu(A) B, A and B the halves of input along its last dimension.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions.
 *
 * @param[in] input  A and B side by side
 * @param[in] approximateOptional  "none": GELU with erf, "tanh": GELU with tanh; NULL: "none"
 * @param[out] out  the shape of input with half the size at the last dimension
 * @return 161002 if the size of the last dimension is odd
 */
ACLNN_API aclnnStatus aclnnGeluMulGetWorkspaceSize(const aclTensor* input, const char* approximateOptional,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnGeluMul. */
ACLNN_API aclnnStatus aclnnGeluMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GELU_MUL_H_ */
