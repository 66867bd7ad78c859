/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnNanToNum, aclnnInplaceNanToNum: numbers in place of NaN and infinities.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. All tensors have one type.
 * Integers and BOOL are copied.
 * Arithmetic: exact. Numbers are rounded to FLOAT16 and BFLOAT16, too large ones to infinities.
 */

#ifndef ACLNNOP_ACLNN_NAN_TO_NUM_H_
#define ACLNNOP_ACLNN_NAN_TO_NUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNanToNum: out = nan, posinf or neginf where self is NaN, inf or -inf, otherwise self.
 * @param[in] self  operand
 * @param[in] nan  what replaces NaN
 * @param[in] posinf  what replaces inf
 * @param[in] neginf  what replaces -inf
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnNanToNumGetWorkspaceSize(const aclTensor* self, float nan, float posinf,
                                                    float neginf, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnNanToNum. */
ACLNN_API aclnnStatus aclnnNanToNum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceNanToNum: selfRef = nan, posinf or neginf where selfRef is NaN, inf or -inf.
 * @param[in,out] selfRef  operand and result
 * @param[in] nan  what replaces NaN
 * @param[in] posinf  what replaces inf
 * @param[in] neginf  what replaces -inf
 */
ACLNN_API aclnnStatus aclnnInplaceNanToNumGetWorkspaceSize(aclTensor* selfRef, float nan, float posinf,
                                                           float neginf, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnInplaceNanToNum. */
ACLNN_API aclnnStatus aclnnInplaceNanToNum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NAN_TO_NUM_H_ */
