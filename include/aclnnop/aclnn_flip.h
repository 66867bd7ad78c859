/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFlip: reverses the order of elements along dimensions. */

#ifndef ACLNNOP_ACLNN_FLIP_H_
#define ACLNNOP_ACLNN_FLIP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlip: out = self with the order of elements reversed along dims.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's torch.flip.
 * @param[in] self  any shape
 * @param[in] dims  some dimensions of self, none of them twice
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnFlipGetWorkspaceSize(const aclTensor* self, const aclIntArray* dims,
                                                aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnFlip. */
ACLNN_API aclnnStatus aclnnFlip(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLIP_H_ */
