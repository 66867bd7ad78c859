/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScale: a tensor scaled and shifted along some of its dimensions. */

#ifndef ACLNNOP_ACLNN_SCALE_H_
#define ACLNNOP_ACLNN_SCALE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScale: y = x * scale + bias, with scale and bias for the dimensions of x from axis on.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. One fused multiply-add.
 *
 * @param[in] x  1 to 8 dimensions
 * @param[in] scale  sizes of x from axis on: for numAxes dimensions if scaleFromBlob, otherwise for as many as
 * scale has
 * @param[in] biasOptional  shape of scale; NULL: no bias
 * @param[in] axis  dimension of x, from -rank to rank - 1
 * @param[in] numAxes  -1: all dimensions from axis on; ignored if scaleFromBlob is false
 * @param[in] scaleFromBlob  whether numAxes determines the shape of scale
 * @param[out] y  shape of x
 */
ACLNN_API aclnnStatus aclnnScaleGetWorkspaceSize(const aclTensor* x, const aclTensor* scale,
                                                 const aclTensor* biasOptional, int64_t axis, int64_t numAxes,
                                                 bool scaleFromBlob, aclTensor* y, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnScale. */
ACLNN_API aclnnStatus aclnnScale(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCALE_H_ */
