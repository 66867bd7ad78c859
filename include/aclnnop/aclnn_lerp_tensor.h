/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLerp, aclnnInplaceLerp: linear interpolation with a tensor of weights.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type. If |weight| < 0.5, the result is self +
 * weight * (end - self), otherwise end - (end - self) * (1 - weight), each with one fused multiply-add, so
 * that weight 1 gives end.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_LERP_TENSOR_H_
#define ACLNNOP_ACLNN_LERP_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLerp: out = self + weight * (end - self).
 * @param[in] self  start
 * @param[in] end  end; broadcasts
 * @param[in] weight  weight; broadcasts
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnLerpGetWorkspaceSize(const aclTensor* self, const aclTensor* end,
                                                const aclTensor* weight, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLerp. */
ACLNN_API aclnnStatus aclnnLerp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceLerp: selfRef = selfRef + weight * (end - selfRef).
 * @param[in,out] selfRef  start, and result
 * @param[in] end  end; broadcasts
 * @param[in] weight  weight; broadcasts
 */
ACLNN_API aclnnStatus aclnnInplaceLerpGetWorkspaceSize(aclTensor* selfRef, const aclTensor* end,
                                                       const aclTensor* weight, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceLerp. */
ACLNN_API aclnnStatus aclnnInplaceLerp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LERP_TENSOR_H_ */
