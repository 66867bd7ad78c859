/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInstanceNorm: normalization of each channel of each sample. */

#ifndef ACLNNOP_ACLNN_INSTANCE_NORM_H_
#define ACLNNOP_ACLNN_INSTANCE_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInstanceNorm: y = (x - mean) / sqrt(variance + eps) * gamma + beta, with mean and variance (1 / n)
 * over the positions of a channel of a sample.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  [N, C, H, W] or [N, H, W, C], by dataFormat
 * @param[in] gamma  [C], type of x or FLOAT
 * @param[in] beta  as gamma
 * @param[in] dataFormat  "NCHW" or "NHWC"
 * @param[in] eps  added to the variance
 * @param[out] y  shape and type of x
 * @param[out] mean  N * C elements, any shape, type of x or FLOAT
 * @param[out] variance  as mean
 * @return 161001 if dataFormat is NULL
 */
ACLNN_API aclnnStatus aclnnInstanceNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma,
                                                        const aclTensor* beta, const char* dataFormat,
                                                        double eps, aclTensor* y, aclTensor* mean,
                                                        aclTensor* variance, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInstanceNorm. */
ACLNN_API aclnnStatus aclnnInstanceNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INSTANCE_NORM_H_ */
