/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclRfft1D: Fourier transform of real numbers.
 *
 * Types: FLOAT. Arithmetic: float64, rounded once.
 * Source: PyTorch's torch.fft.rfft.
 */

#ifndef ACLNNOP_ACL_RFFT1D_H_
#define ACLNNOP_ACL_RFFT1D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclRfft1D: out[..., w, ..., 0 and 1] = the parts of factor * (sum over k < n of self[..., k, ...] * exp(-2 *
 * pi * i * w * k / n)), with k and w along dim.
 * @param[in] self  1 to 7 dimensions; along dim it is shortened to n, or extended with zeros
 * @param[in] n  length of the transform, 1 to 2^30
 * @param[in] dim  a dimension, from 0 on or from the end as -1 on
 * @param[in] norm  the factor: 1 (norm is 1), 1 / n (2) or 1 / sqrt(n) (3)
 * @param[out] out  shape of self with n / 2 + 1 along dim, and a last dimension of 2: real and imaginary parts
 * @return 161002 if norm is another number
 */
ACLNN_API aclnnStatus aclRfft1DGetWorkspaceSize(const aclTensor* self, int64_t n, int64_t dim, int64_t norm,
                                                aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclRfft1D. */
ACLNN_API aclnnStatus aclRfft1D(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACL_RFFT1D_H_ */
