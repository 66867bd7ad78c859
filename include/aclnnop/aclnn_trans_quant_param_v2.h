/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTransQuantParamV2: scales as the words that quantized products take, on the device. */

#ifndef ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V2_H_
#define ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTransQuantParamV2: the words of aclnnTransQuantParam, from tensors. The lower 13 bits of a scale are
 * dropped.
 *
 * @param[in] scale  any shape, FLOAT
 * @param[in] offset  one element or as many as scale, any number if scale has one; FLOAT; NULL: none
 * @param[out] out  as many elements as the larger of both has, any shape; UINT64 or INT64
 */
ACLNN_API aclnnStatus aclnnTransQuantParamV2GetWorkspaceSize(const aclTensor* scale, const aclTensor* offset,
                                                             const aclTensor* out, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnTransQuantParamV2. */
ACLNN_API aclnnStatus aclnnTransQuantParamV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V2_H_ */
