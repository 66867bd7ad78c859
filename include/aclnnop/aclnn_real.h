/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnReal: real parts of complex numbers.
 *
 * Types: COMPLEX64, COMPLEX128, COMPLEX32, and FLOAT and FLOAT16, which are copied. Source: PyTorch's
 * torch.real, as a copy.
 */

#ifndef ACLNNOP_ACLNN_REAL_H_
#define ACLNNOP_ACLNN_REAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReal: out = the real part of self.
 * @param[in] self  complex or real numbers
 * @param[out] out  shape of self; FLOAT for COMPLEX64, DOUBLE for COMPLEX128, FLOAT16 for COMPLEX32, the type of
 *                  self for real numbers
 */
ACLNN_API aclnnStatus aclnnRealGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReal. */
ACLNN_API aclnnStatus aclnnReal(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REAL_H_ */
