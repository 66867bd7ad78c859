/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNormSilu, aclnnGroupNormSiluV2: group normalization followed by SiLU. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_SILU_H_
#define ACLNNOP_ACLNN_GROUP_NORM_SILU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormSilu: out = z / (1 + e^-z), where z is the result of aclnnGroupNorm, which is not rounded to
 * its type in between.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, ...], 2 to 8 dimensions
 * @param[in] gammaOptional  scale of each channel, [C], type of self or FLOAT. NULL: ones
 * @param[in] betaOptional  shift of each channel, as gammaOptional. NULL: zeros
 * @param[in] group  groups of a sample, a divisor of C
 * @param[in] eps  added to the variance
 * @param[out] out  shape and type of self
 * @param[out] meanOut  means of the groups; N * group elements, any shape, type of self or FLOAT
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return 161002 if eps is negative or NaN
 */
ACLNN_API aclnnStatus aclnnGroupNormSiluGetWorkspaceSize(const aclTensor* self,
                                                         const aclTensor* gammaOptional,
                                                         const aclTensor* betaOptional, int64_t group,
                                                         double eps, aclTensor* out, aclTensor* meanOut,
                                                         aclTensor* rstdOut, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnGroupNormSilu. */
ACLNN_API aclnnStatus aclnnGroupNormSilu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnGroupNormSiluV2: aclnnGroupNormSilu, or without SiLU.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, ...], 2 to 8 dimensions
 * @param[in] gammaOptional  scale of each channel, [C], type of self or FLOAT. NULL: ones
 * @param[in] betaOptional  shift of each channel, as gammaOptional. NULL: zeros
 * @param[in] group  groups of a sample, a divisor of C
 * @param[in] eps  added to the variance
 * @param[in] activateSilu  whether SiLU follows; otherwise out is that of aclnnGroupNorm
 * @param[out] out  shape and type of self
 * @param[out] meanOut  means of the groups; N * group elements, any shape, type of self or FLOAT
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return 161002 if eps is negative or NaN
 */
ACLNN_API aclnnStatus aclnnGroupNormSiluV2GetWorkspaceSize(const aclTensor* self,
                                                           const aclTensor* gammaOptional,
                                                           const aclTensor* betaOptional, int64_t group,
                                                           double eps, bool activateSilu, aclTensor* out,
                                                           aclTensor* meanOut, aclTensor* rstdOut,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupNormSiluV2. */
ACLNN_API aclnnStatus aclnnGroupNormSiluV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_SILU_H_ */
