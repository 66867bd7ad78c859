/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnConstantPadNd: padding with a constant. */

#ifndef ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_
#define ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnConstantPadNd: out = self with elements of one value added before and after, along each dimension.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's torch.nn.functional.pad.
 * @param[in] self  any shape
 * @param[in] pad  numbers of elements before and after, for the last dimension, the one before it, and so on;
 *     at most for all dimensions of self. Negative numbers remove elements
 * @param[in] value  scalar, converted to the type of self as in aclnnCast
 * @param[out] out  the shape of self padded
 */
ACLNN_API aclnnStatus aclnnConstantPadNdGetWorkspaceSize(const aclTensor* self, const aclIntArray* pad,
                                                         const aclScalar* value, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnConstantPadNd. */
ACLNN_API aclnnStatus aclnnConstantPadNd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_ */
