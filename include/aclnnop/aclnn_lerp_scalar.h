/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLerps, aclnnInplaceLerps: linear interpolation with one weight.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type. If |weight| < 0.5, the result is self +
 * weight * (end - self), otherwise end - (end - self) * (1 - weight), each with one fused multiply-add, so
 * that weight 1 gives end.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_LERP_SCALAR_H_
#define ACLNNOP_ACLNN_LERP_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLerps: out = self + weight * (end - self), with one weight.
 * @param[in] self  start
 * @param[in] end  end; broadcasts
 * @param[in] weight  scalar of any type
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnLerpsGetWorkspaceSize(const aclTensor* self, const aclTensor* end,
                                                 const aclScalar* weight, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLerps. */
ACLNN_API aclnnStatus aclnnLerps(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceLerps: selfRef = selfRef + weight * (end - selfRef), with one weight.
 * @param[in,out] selfRef  start, and result
 * @param[in] end  end; broadcasts
 * @param[in] weight  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceLerpsGetWorkspaceSize(aclTensor* selfRef, const aclTensor* end,
                                                        const aclScalar* weight, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceLerps. */
ACLNN_API aclnnStatus aclnnInplaceLerps(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LERP_SCALAR_H_ */
