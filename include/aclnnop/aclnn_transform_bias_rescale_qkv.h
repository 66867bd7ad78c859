/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTransformBiasRescaleQkv: queries, keys and values of heads from one projection. */

#ifndef ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_
#define ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTransformBiasRescaleQkv: with d numbers of a head, qkv of three parts [numHeads, d] and its bias,
 *
 *     q[b, h, t] = (qkv[b, t, 0, h] + qkvBias[0, h]) * (1 / sqrt(d)),  k and v = qkv + qkvBias of their parts
 *
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Arithmetic: in FLOAT, rounded once.
 * Source: PyTorch's torch._transform_bias_rescale_qkv.
 *
 * @param[in] qkv  [B, T, 3 * numHeads * d]
 * @param[in] qkvBias  [3 * numHeads * d]
 * @param[in] numHeads  more than 0; 3 * numHeads divides the last dimension of qkv
 * @param[out] q  [B, numHeads, T, d]
 * @param[out] k  shape of q
 * @param[out] v  shape of q
 */
ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkvGetWorkspaceSize(const aclTensor* qkv,
                                                                   const aclTensor* qkvBias, int64_t numHeads,
                                                                   aclTensor* q, aclTensor* k, aclTensor* v,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnTransformBiasRescaleQkv. */
ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkv(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_ */
