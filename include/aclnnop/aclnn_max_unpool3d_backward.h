/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxUnpool3dBackward: the gradient of planes with given elements. */

#ifndef ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_
#define ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxUnpool3dBackward: out[i] = gradOutput[indices[i]] in each plane, which are the last 3 dimensions.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; indices INT64, INT32. If an index is outside its plane, nothing is
 * written, and the next synchronize returns 507035.
 *
 * @param[in] gradOutput  self's first dimensions, and outputSize
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; only its shape and type are read
 * @param[in] indices  in the shape of self
 * @param[in] outputSize  the dimensions of a plane of gradOutput
 * @param[in] stride  3 numbers above 0, without effect
 * @param[in] padding  3 numbers, without effect
 * @param[out] out  in the shape of self
 * @return 161002 if a plane of gradOutput has fewer elements than one of self, or a number of stride is not above 0
 */
ACLNN_API aclnnStatus aclnnMaxUnpool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* outputSize, const aclIntArray* stride, const aclIntArray* padding, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxUnpool3dBackward. */
ACLNN_API aclnnStatus aclnnMaxUnpool3dBackward(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_ */
