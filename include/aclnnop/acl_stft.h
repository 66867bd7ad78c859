/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclStft: short-time Fourier transform.
 *
 * Types: FLOAT, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once.
 * Source: PyTorch's torch.stft with center = false.
 */

#ifndef ACLNNOP_ACL_STFT_H_
#define ACLNNOP_ACL_STFT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclStft: out[..., w, m] = sum over k < nFft of window[k] * self[..., m * hopLength + k] * exp(-2 * pi * i * w
 * * k / nFft), with m from 0 to T - 1 and T = (L - nFft) / hopLength + 1.
 *
 * A window that is shorter than nFft is in the middle, with zeros on both sides, as in PyTorch.
 * @param[in] self  signals, [L] or [B, L]; L is nFft or more
 * @param[in] windowOptional  [winLength], type of self; null: ones
 * @param[out] out  [N, T] or [B, N, T] of COMPLEX64 (self is FLOAT or COMPLEX64) or COMPLEX128, or
 *                  [N, T, 2] or [B, N, T, 2] of FLOAT or DOUBLE; N is nFft / 2 + 1 if onesided, otherwise nFft
 * @param[in] nFft  length of a piece, 1 or more
 * @param[in] hopLength  from piece to piece, 1 or more
 * @param[in] winLength  length of the window, 1 to nFft
 * @param[in] normalized  multiplies by 1 / sqrt(nFft)
 * @param[in] onesided  the first nFft / 2 + 1 frequencies only; not of complex signals
 * @param[in] returnComplex  out has complex numbers; otherwise their parts, in a last dimension
 * @return 161002 if self is complex and onesided is true
 */
ACLNN_API aclnnStatus aclStftGetWorkspaceSize(const aclTensor* self, const aclTensor* windowOptional,
                                              aclTensor* out, int64_t nFft, int64_t hopLength,
                                              int64_t winLength, bool normalized, bool onesided,
                                              bool returnComplex, uint64_t* workspaceSize,
                                              aclOpExecutor** executor);
/** Phase two of aclStft. */
ACLNN_API aclnnStatus aclStft(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACL_STFT_H_ */
