/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnErfinv, aclnnInplaceErfinv: the inverse error function.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type. The error before rounding is about 1 ulp, in float64
 * 4 ulp.
 */

#ifndef ACLNNOP_ACLNN_ERFINV_H_
#define ACLNNOP_ACLNN_ERFINV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnErfinv: out = the y with erf(y) = self; infinite at -1 and 1, NaN beyond.
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnErfinvGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnErfinv. */
ACLNN_API aclnnStatus aclnnErfinv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnInplaceErfinv: selfRef = the y with erf(y) = selfRef; infinite at -1 and 1, NaN beyond.
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceErfinvGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnInplaceErfinv. */
ACLNN_API aclnnStatus aclnnInplaceErfinv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ERFINV_H_ */
