/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxUnpool2d: planes of zeros with given elements, the inverse of a maximum pooling. */

#ifndef ACLNNOP_ACLNN_MAX_UNPOOL2D_H_
#define ACLNNOP_ACLNN_MAX_UNPOOL2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxUnpool2d: each plane of out, which are its last 2 dimensions, is 0 except out[indices[i]] = self[i], where an
 * index counts the elements of a plane of out. Of equal indices the last one counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; indices INT64, INT32. If an index is outside its plane, nothing is
 * written, and the next synchronize returns 507035. Source:
 * PyTorch's torch.nn.functional.max_unpool2d.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W]
 * @param[in] indices  in the shape of self
 * @param[in] outputSize  the dimensions of a plane of out
 * @param[out] out  self's first dimensions, and outputSize
 * @return 161002 if a plane of out has fewer elements than one of self
 */
ACLNN_API aclnnStatus aclnnMaxUnpool2dGetWorkspaceSize(const aclTensor* self, const aclTensor* indices,
                                                       const aclIntArray* outputSize, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxUnpool2d. */
ACLNN_API aclnnStatus aclnnMaxUnpool2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_UNPOOL2D_H_ */
