/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGer: outer products of two vectors. */

#ifndef ACLNNOP_ACLNN_GER_H_
#define ACLNNOP_ACLNN_GER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGer: out[i, j] = self[i] * vec2[j].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote; integers wrap around. Source: PyTorch's torch.outer.
 *
 * @param[in] self  [n]
 * @param[in] vec2  [m]
 * @param[out] out  [n, m]
 */
ACLNN_API aclnnStatus aclnnGerGetWorkspaceSize(const aclTensor* self, const aclTensor* vec2, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGer. */
ACLNN_API aclnnStatus aclnnGer(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GER_H_ */
