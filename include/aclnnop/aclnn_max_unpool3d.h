/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxUnpool3d: planes of zeros with given elements, the inverse of a maximum pooling. */

#ifndef ACLNNOP_ACLNN_MAX_UNPOOL3D_H_
#define ACLNNOP_ACLNN_MAX_UNPOOL3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxUnpool3d: each plane of outRef, which are its last 3 dimensions, is 0 except outRef[indices[i]] = self[i], where an
 * index counts the elements of a plane of outRef. Of equal indices the last one counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; indices INT64, INT32. If an index is outside its plane, nothing is
 * written, and the next synchronize returns 507035. Source:
 * PyTorch's torch.nn.functional.max_unpool3d.
 *
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]
 * @param[in] indices  in the shape of self
 * @param[in] outputSize  the dimensions of a plane of outRef
 * @param[in] stride  3 numbers above 0, without effect
 * @param[in] padding  3 numbers, without effect
 * @param[out] outRef  self's first dimensions, and outputSize
 * @return 161002 if a plane of outRef has fewer elements than one of self, or a number of stride is not above 0
 */
ACLNN_API aclnnStatus aclnnMaxUnpool3dGetWorkspaceSize(const aclTensor* self, const aclTensor* indices,
                                                       const aclIntArray* outputSize,
                                                       const aclIntArray* stride, const aclIntArray* padding,
                                                       aclTensor* outRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnMaxUnpool3d. */
ACLNN_API aclnnStatus aclnnMaxUnpool3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_UNPOOL3D_H_ */
