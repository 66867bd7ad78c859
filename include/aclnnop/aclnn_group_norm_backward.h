/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNormBackward: gradients of group normalization for its input, scale and shift. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_

/* Published example programs use std::array with no other include than this one. */
#ifdef __cplusplus
#include <array>
#endif

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormBackward: with g = gradOut and x = input reshaped to [N, C, HxW], mu = mean and r = rstd
 * reshaped to [N, group], gamma to [C], D = C / group, k(c) = floor(c / D) the group of channel c, m = D *
 * HxW (spec: aclnnGroupNormBackward; the reshapes take elements in row-major order of the view):
 *
 *     xh[n,c,s]        = (x[n,c,s] - mu[n,k(c)]) * r[n,k(c)]
 *     gradBetaOut[c]   = sum over n, s of g[n,c,s]
 *     gradGammaOut[c]  = sum over n, s of g[n,c,s] * xh[n,c,s]
 *     S1[n,k]          = sum over the c of group k and s of gamma[c] * g[n,c,s]
 *     S2[n,k]          = sum over the c of group k and s of gamma[c] * g[n,c,s] * xh[n,c,s]
 *     gradInput[n,c,s] = r[n,k(c)] * (gamma[c] * g[n,c,s] - (S1[n,k(c)] + xh[n,c,s] * S2[n,k(c)]) / m)
 *
 * mean and rstd are used as given (the forward operator returned them), never computed again; eps has no
 * effect. A NaN or infinity in x or g affects gradInput of its (n, group) slab and its own channel in
 * gradGammaOut (in g, also in gradBetaOut), and nothing else. There is no limit on C or C / group.
 *
 * outputMask selects the outputs. A masked-off output is ignored: its pointer may be NULL, its type and shape
 * are not checked, nothing is written. If all three flags are false, phase one succeeds with workspace 0. If
 * N, C or HxW is 0, gradInput has no elements, and gradGammaOut and gradBetaOut, if requested, become 0.
 * Index map for aclSetInputTensorAddr: gradOut 0, input 1, mean 2, rstd 3, gamma 4 (also when NULL); for
 * aclSetOutputTensorAddr: gradInput 0, gradGammaOut 1, gradBetaOut 2.
 * Types: FLOAT, FLOAT16, BFLOAT16. Format: ND or any other plain format. Arithmetic: float32, with
 * sums in float64.
 *
 * @param[in] gradOut       gradient of the forward output; N*C*HxW elements, any shape
 * @param[in] input         forward input; N*C*HxW elements, any shape, type of gradOut
 * @param[in] mean          means of the groups; N*group elements, any shape, type of gradOut (an emulated 950
 *                          accepts FLOAT here, and for rstd, gamma and their gradients, next to gradOut of
 *                          FLOAT16 or BFLOAT16)
 * @param[in] rstd          reciprocal standard deviations of the groups; as mean
 * @param[in] gamma         scale; C elements, any shape, type of gradOut. NULL: all ones
 * @param[in] N             batch
 * @param[in] C             channels
 * @param[in] HxW           elements of one channel of one sample
 * @param[in] group         groups, > 0, a divisor of C
 * @param[in] outputMask    3 flags: write gradInput, gradGammaOut, gradBetaOut?
 * @param[out] gradInput    shape of input, type of gradOut
 * @param[out] gradGammaOut shape of gamma ([C] if gamma is NULL), type of gradOut
 * @param[out] gradBetaOut  as gradGammaOut
 * @return a common status code (inputs need an address in phase two whatever outputMask says), or
 * - 161001: gradOut, input, mean, rstd or outputMask is NULL
 * - 161001: gradInput, gradGammaOut or gradBetaOut is NULL and its flag is true
 * - 161002: outputMask does not hold 3 flags (then no output is checked, not even for 161001)
 * - 161002: the type of gradOut is not supported; input, mean, rstd, gamma or a requested output has another
 * - 161002: group <= 0; C is not divisible by group; N, C or HxW is negative
 * - 161002: gradOut or input without N*C*HxW elements; mean or rstd without N*group; gamma without C
 * - 161002: the shape of gradInput is not that of input; of gradGammaOut or gradBetaOut not that of gamma, or
 *           [C]
 */
ACLNN_API aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* rstd,
    const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW, int64_t group, const aclBoolArray* outputMask,
    aclTensor* gradInput, aclTensor* gradGammaOut, aclTensor* gradBetaOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnGroupNormBackward. */
ACLNN_API aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             const aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_ */
