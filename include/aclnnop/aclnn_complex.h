/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnComplex: complex numbers from real and imaginary parts.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, both inputs of one type. Bits are copied unmodified.
 * Shapes: the inputs broadcast. Source: PyTorch's torch.complex.
 */

#ifndef ACLNNOP_ACLNN_COMPLEX_H_
#define ACLNNOP_ACLNN_COMPLEX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnComplex: out = real + imag * i.
 * @param[in] real  real parts
 * @param[in] imag  imaginary parts, type of real
 * @param[out] out  the broadcast shape of the inputs; COMPLEX64 if they are FLOAT, COMPLEX32 if they are
 *                  FLOAT16, COMPLEX128 if they are DOUBLE
 */
ACLNN_API aclnnStatus aclnnComplexGetWorkspaceSize(const aclTensor* real, const aclTensor* imag,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnComplex. */
ACLNN_API aclnnStatus aclnnComplex(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_COMPLEX_H_ */
