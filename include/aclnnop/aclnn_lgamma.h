/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLgamma: logarithm of the gamma function. */

#ifndef ACLNNOP_ACLNN_LGAMMA_H_
#define ACLNNOP_ACLNN_LGAMMA_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLgamma: out = log(|gamma(self)|); inf for 0, negative whole numbers and both infinities.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type.
 * Arithmetic: in float64, rounded once. Next to the zeros the error is absolute, about 1e-14.
 *
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLgammaGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLgamma. */
ACLNN_API aclnnStatus aclnnLgamma(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LGAMMA_H_ */
