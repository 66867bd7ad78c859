/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTransQuantParamV3: scales as the words that quantized products take, with rounding. */

#ifndef ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_
#define ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTransQuantParamV3: aclnnTransQuantParamV2 with a choice of how scales get their 19 bits.
 *
 * @param[in] scale  any shape, FLOAT
 * @param[in] offset  one element or as many as scale, any number if scale has one; FLOAT; NULL: none
 * @param[in] roundMode  0 drops the lower 13 bits; 1 rounds to nearest, ties away from zero (the documents do
 *     not describe ties)
 * @param[out] out  as many elements as the larger of both has, any shape; UINT64 or INT64
 */
ACLNN_API aclnnStatus aclnnTransQuantParamV3GetWorkspaceSize(const aclTensor* scale, const aclTensor* offset,
                                                             int64_t roundMode, const aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnTransQuantParamV3. */
ACLNN_API aclnnStatus aclnnTransQuantParamV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_ */
