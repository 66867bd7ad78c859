/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutV3: dropout. */

#ifndef ACLNNOP_ACLNN_DROPOUT_V3_H_
#define ACLNNOP_ACLNN_DROPOUT_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutV3: out = input / (1 - p) if the bit of maskOut is 1, otherwise 0. The mask is a dropout mask
 * (see aclnn_base.h). Element i is dropped if its random word (see aclnn_base.h) is below prob * 2^32.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. A dropped element is 0 whatever its value.
 * @param[in] input  input
 * @param[in] optionalNoiseShape  NULL
 * @param[in] p  probability that an element is dropped, from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the shape of input
 * @param[out] maskOut  the mask
 * @return 161002 if the probability is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnDropoutV3GetWorkspaceSize(const aclTensor* input,
                                                     const aclTensor* optionalNoiseShape, double p,
                                                     int64_t seed, int64_t offset, aclTensor* out,
                                                     aclTensor* maskOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnDropoutV3. */
ACLNN_API aclnnStatus aclnnDropoutV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_V3_H_ */
