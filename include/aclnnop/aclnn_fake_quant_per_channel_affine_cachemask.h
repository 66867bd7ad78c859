/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFakeQuantPerChannelAffineCachemask: numbers as quantization of channels leaves them. */

#ifndef ACLNNOP_ACLNN_FAKE_QUANT_PER_CHANNEL_AFFINE_CACHEMASK_H_
#define ACLNNOP_ACLNN_FAKE_QUANT_PER_CHANNEL_AFFINE_CACHEMASK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFakeQuantPerChannelAffineCachemask: as aclnnFakeQuantPerTensorAffineCachemask, with a scale and a
 * zero point for each index along axis.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  any shape
 * @param[in] scale  [size of self along axis]; FLOAT, FLOAT16 or BFLOAT16
 * @param[in] zeroPoint  shape of scale, INT32
 * @param[in] axis  a dim, which may count from the end
 * @param[in] quantMin  lowest level
 * @param[in] quantMax  highest level, at least quantMin
 * @param[out] out  shape and type of self
 * @param[out] mask  shape of self, BOOL
 */
ACLNN_API aclnnStatus aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize(
    const aclTensor* self, const aclTensor* scale, const aclTensor* zeroPoint, int64_t axis, int64_t quantMin,
    int64_t quantMax, aclTensor* out, aclTensor* mask, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFakeQuantPerChannelAffineCachemask. */
ACLNN_API aclnnStatus aclnnFakeQuantPerChannelAffineCachemask(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FAKE_QUANT_PER_CHANNEL_AFFINE_CACHEMASK_H_ */
