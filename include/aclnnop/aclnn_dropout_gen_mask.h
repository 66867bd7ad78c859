/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutGenMask, aclnnDropoutGenMaskV2, aclnnDropoutGenMaskV2Tensor: dropout masks. */

#ifndef ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_
#define ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutGenMask: out = a dropout mask of random bits. The mask is a dropout mask (see aclnn_base.h).
 * Element i is dropped if its random word (see aclnn_base.h) is below prob * 2^32. Bits after the last
 * element, up to the multiple of 128, are 0.
 * @param[in] shape  the shape of the tensor of the mask's elements
 * @param[in] prob  probability that an element is dropped, from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the mask
 * @return 161002 if prob is outside [0, 1] or NaN; shape has a negative size or too many elements
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskGetWorkspaceSize(const aclIntArray* shape, double prob, int64_t seed,
                                                          int64_t offset, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDropoutGenMask. */
ACLNN_API aclnnStatus aclnnDropoutGenMask(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnDropoutGenMaskV2: out = a dropout mask of random bits. The mask is a dropout mask (see aclnn_base.h).
 * Element i is dropped if its random word (see aclnn_base.h) is below prob * 2^32. Bits after the last
 * element, up to the multiple of 128, are 0.
 * @param[in] shape  the shape of the tensor of the mask's elements
 * @param[in] prob  probability that an element is dropped, from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[in] probDataType  FLOAT, FLOAT16 or BFLOAT16; without effect
 * @param[out] out  the mask
 * @return 161002 if prob is outside [0, 1] or NaN; shape has a negative size or too many elements
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2GetWorkspaceSize(const aclIntArray* shape, double prob,
                                                            int64_t seed, int64_t offset,
                                                            aclDataType probDataType, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnDropoutGenMaskV2. */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnDropoutGenMaskV2Tensor: as aclnnDropoutGenMaskV2 with the seed in seedTensor and the sum of offset and the offset
 * in offsetTensor, which the work reads when it runs.
 * @param[in] shape  the shape of the tensor of the mask's elements
 * @param[in] prob  probability that an element is dropped, from 0 to 1
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @param[in] probDataType  FLOAT, FLOAT16 or BFLOAT16; without effect
 * @param[out] out  the mask
 * @return 161002 if prob is outside [0, 1] or NaN; shape has a negative size or too many elements
 */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2TensorGetWorkspaceSize(const aclIntArray* shape, double prob,
                                                                  const aclTensor* seedTensor,
                                                                  const aclTensor* offsetTensor,
                                                                  int64_t offset, aclDataType probDataType,
                                                                  aclTensor* out, uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnDropoutGenMaskV2Tensor. */
ACLNN_API aclnnStatus aclnnDropoutGenMaskV2Tensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_ */
