/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAtan2, aclnnInplaceAtan2: four-quadrant arctangent.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote; integers
 * and BOOL are computed as FLOAT. out must be a floating-point type. The error before rounding is about 1
 * ulp.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_ATAN2_H_
#define ACLNNOP_ACLNN_ATAN2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAtan2: out = the angle of the point (other, self), from -pi to pi.
 * @param[in] self  the point's second coordinate
 * @param[in] other  the point's first coordinate
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnAtan2GetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnAtan2. */
ACLNN_API aclnnStatus aclnnAtan2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceAtan2: selfRef = the angle of the point (other, selfRef), from -pi to pi.
 * @param[in,out] selfRef  the point's second coordinate, and the result; of a floating-point type
 * @param[in] other  the point's first coordinate
 */
ACLNN_API aclnnStatus aclnnInplaceAtan2GetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAtan2. */
ACLNN_API aclnnStatus aclnnInplaceAtan2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ATAN2_H_ */
