/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFakeQuantPerTensorAffineCachemask: numbers as quantization leaves them. */

#ifndef ACLNNOP_ACLNN_FAKE_QUANT_PER_TENSOR_AFFINE_CACHEMASK_H_
#define ACLNNOP_ACLNN_FAKE_QUANT_PER_TENSOR_AFFINE_CACHEMASK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFakeQuantPerTensorAffineCachemask: out = (q - zeroPoint) * scale, where q is the level round(self *
 * (1 / scale)) + zeroPoint, ties to even, moved into [quantMin, quantMax]. mask is true where q was not
 * moved: there the gradient passes.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic in float32, as PyTorch's, with its reciprocal of scale: whole
 * numbers are exact up to 2^24. NaN is below the range.
 *
 * @param[in] self  any shape
 * @param[in] scale  one element; FLOAT, FLOAT16 or BFLOAT16
 * @param[in] zeroPoint  one element, INT32
 * @param[in] fakeQuantEnabled  less than 1: out is a copy of self, and mask is true everywhere
 * @param[in] quantMin  lowest level
 * @param[in] quantMax  highest level, at least quantMin
 * @param[out] out  shape and type of self
 * @param[out] mask  shape of self, BOOL
 */
ACLNN_API aclnnStatus aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize(
    const aclTensor* self, const aclTensor* scale, const aclTensor* zeroPoint, float fakeQuantEnabled,
    int64_t quantMin, int64_t quantMax, aclTensor* out, aclTensor* mask, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFakeQuantPerTensorAffineCachemask. */
ACLNN_API aclnnStatus aclnnFakeQuantPerTensorAffineCachemask(void* workspace, uint64_t workspaceSize,
                                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FAKE_QUANT_PER_TENSOR_AFFINE_CACHEMASK_H_ */
