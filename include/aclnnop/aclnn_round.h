/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnRound, aclnnInplaceRound, aclnnRoundDecimals, aclnnInplaceRoundDecimals: rounding to nearest
 * even.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out has the type of self.
 * Arithmetic: aclnnRound is exact; integers are unchanged. With decimals d: round(x * 10^d) / 10^d, or
 * round(x / 10^-d) * 10^-d if d < 0, in float32 for FLOAT, FLOAT16 and BFLOAT16, in float64 for DOUBLE (as in
 * PyTorch); an intermediate overflow stays infinite.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_ROUND_H_
#define ACLNNOP_ACLNN_ROUND_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRound: out = self rounded to the nearest integer, ties to even.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnRoundGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRound. */
ACLNN_API aclnnStatus aclnnRound(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceRound: selfRef = selfRef rounded to the nearest integer, ties to even.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceRoundGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceRound. */
ACLNN_API aclnnStatus aclnnInplaceRound(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnRoundDecimals: out = self rounded to the given number of decimals.
 * @param[in] self  operand; FLOAT, FLOAT16, DOUBLE or BFLOAT16
 * @param[in] decimals  number of decimals; negative numbers count before the point
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnRoundDecimalsGetWorkspaceSize(const aclTensor* self, int64_t decimals,
                                                         aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnRoundDecimals. */
ACLNN_API aclnnStatus aclnnRoundDecimals(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnInplaceRoundDecimals: selfRef = selfRef rounded to the given number of decimals.
 * @param[in,out] selfRef  operand and result; FLOAT, FLOAT16, DOUBLE or BFLOAT16
 * @param[in] decimals  number of decimals; negative numbers count before the point
 */
ACLNN_API aclnnStatus aclnnInplaceRoundDecimalsGetWorkspaceSize(aclTensor* selfRef, int64_t decimals,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnInplaceRoundDecimals. */
ACLNN_API aclnnStatus aclnnInplaceRoundDecimals(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROUND_H_ */
