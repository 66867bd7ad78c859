/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTransQuantParam: scales as the words that quantized products take. */

#ifndef ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H_
#define ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTransQuantParam: packs scales, and offsets, into words of 64 bits. A word has the upper 19 bits of the
 * scale in its lower half, the offset rounded and clamped to [-256, 255] in bits 37 to 45, and bit 46 is set.
 * A call of the host only, without phases.
 *
 * @param[in] scaleArray  scales
 * @param[in] scaleSize  how many: 1 or more
 * @param[in] offsetArray  offsets; NULL: none, and bits 37 to 45 are 0
 * @param[in] offsetSize  how many: 1 or scaleSize; any if scaleSize is 1
 * @param[out] quantParam  the words, by malloc: the caller frees them with free
 * @param[out] quantParamSize  how many: the larger of both counts
 */
ACLNN_API aclnnStatus aclnnTransQuantParam(const float* scaleArray, uint64_t scaleSize,
                                           const float* offsetArray, uint64_t offsetSize,
                                           uint64_t** quantParam, uint64_t* quantParamSize);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H_ */
