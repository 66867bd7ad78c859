/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaskedScale: a tensor times a mask and a number. */

#ifndef ACLNNOP_ACLNN_MASKED_SCALE_H_
#define ACLNNOP_ACLNN_MASKED_SCALE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaskedScale: out = self mask scale.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. mask also has INT8, UINT8 or BOOL.
 * Shapes: the inputs broadcast.
 * @param[in] self  what is scaled
 * @param[in] mask  factors, usually 0 and 1
 * @param[in] scale  another factor
 * @param[out] out  the broadcast shape of the inputs
 */
ACLNN_API aclnnStatus aclnnMaskedScaleGetWorkspaceSize(const aclTensor* self, const aclTensor* mask,
                                                       float scale, aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnMaskedScale. */
ACLNN_API aclnnStatus aclnnMaskedScale(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MASKED_SCALE_H_ */
