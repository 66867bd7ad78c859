/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnGroupNormBackward: gradients of group normalization for its input, scale and shift.
 */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_

/* Published example programs use std::array with no other include than this one. */
#ifdef __cplusplus
#include <array>
#endif

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormBackward, phase one: checks the arguments and plans the work. Host only; reads no tensor
 * data.
 *
 * With g = gradOut and x = input reshaped to [N, C, HxW], mu = mean and r = rstd reshaped to [N, group],
 * gamma to [C], D = C / group, k(c) = floor(c / D) the group of channel c, m = D * HxW (spec:
 * aclnnGroupNormBackward; the reshapes take elements in row-major order of the view):
 *
 *     xh[n,c,s]        = (x[n,c,s] - mu[n,k(c)]) * r[n,k(c)]
 *     gradBetaOut[c]   = sum over n, s of g[n,c,s]
 *     gradGammaOut[c]  = sum over n, s of g[n,c,s] * xh[n,c,s]
 *     S1[n,k]          = sum over the c of group k and s of gamma[c] * g[n,c,s]
 *     S2[n,k]          = sum over the c of group k and s of gamma[c] * g[n,c,s] * xh[n,c,s]
 *     gradInput[n,c,s] = r[n,k(c)] * (gamma[c] * g[n,c,s] - (S1[n,k(c)] + xh[n,c,s] * S2[n,k(c)]) / m)
 *
 * mean and rstd are taken as given (what the forward operator returned), never recomputed; eps plays no part.
 * A NaN or infinity in x or g spoils gradInput of its (n, group) slab and its own channel in gradGammaOut (in
 * g, also in gradBetaOut); nothing else.
 *
 * outputMask picks the outputs. A masked-off output is not looked at at all: its pointer may be NULL, its
 * type and shape are not checked, nothing is written. All three false: success, workspace 0.
 *
 * Empty (N, C or HxW is 0): gradInput has no elements; gradGammaOut and gradBetaOut, if asked for, become 0.
 * There is no limit on C or C / group. Index map for aclSetInputTensorAddr: gradOut 0, input 1, mean 2, rstd
 * 3, gamma 4 (also when NULL); aclSetOutputTensorAddr: gradInput 0, gradGammaOut 1, gradBetaOut 2.
 *
 * Tensors may be non-contiguous, with any strides and offset; "shape" is the shape of the view, up to 8
 * dimensions. Any plain format label is accepted and ignored. Inputs may overlap each other (stride 0
 * included). An output may share memory with inputs: the result is as with memory of its own, made in place
 * or by way of the workspace. It must overlap neither itself (161002) nor another output.
 *
 * Types: FLOAT and FLOAT16 on every product; BF16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950). Arithmetic is done in float32 and rounded once, to nearest even, to the type of the output;
 * sums are added up in float64. What exceeds the range becomes +-inf, subnormals are kept.
 *
 * Deterministic: the same inputs give the same bits on any number of threads.
 *
 * @param[in] gradOut       gradient of the forward output; N*C*HxW elements, any shape
 * @param[in] input         forward input; N*C*HxW elements, any shape, type of gradOut
 * @param[in] mean          means of the groups; N*group elements, any shape, type of gradOut (an emulated 950
 *                          takes FLOAT here, and for rstd, gamma and their gradients, beside gradOut of a
 *                          half type)
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
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included; the same for equal
 *                            arguments
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors, nothing asked for)
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOut, input, mean, rstd or outputMask is NULL
 * - 161001: gradInput, gradGammaOut or gradBetaOut is NULL while its flag is true
 * - 161002: outputMask does not hold 3 flags (then no output is looked at)
 * - 161002: type of gradOut not admitted; input, mean, rstd, gamma or an output that is asked for has another
 * - 161002: group <= 0; C not divisible by group
 * - 161002: gradOut or input without N*C*HxW elements; mean or rstd without N*group; gamma without C
 * - 161002: shape of gradInput is not that of input; of gradGammaOut or gradBetaOut not that of gamma, or [C]
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 *           storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* rstd,
    const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW, int64_t group, const aclBoolArray* outputMask,
    aclTensor* gradInput, aclTensor* gradGammaOut, aclTensor* gradBetaOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/**
 * aclnnGroupNormBackward, phase two: enqueues the planned work and returns without waiting for it.
 *
 * Outputs are valid once the stream has got that far (aclrtSynchronizeStream, an event). The argument objects
 * of phase one may be destroyed when this call has returned; memory of tensors and workspace must live until
 * the work is done. The executor is consumed, whatever the status, unless it is repeatable. Any thread may
 * call.
 *
 * @param[in] workspace      device memory for scratch; NULL if phase one asked for 0 bytes
 * @param[in] workspaceSize  its size: at least what phase one asked for
 * @param[in] executor       from phase one
 * @param[in] stream         of the current context; NULL: the context's default stream
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address. An
 *           input counts whatever outputMask says
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation, or in
 *           one of another device than the stream's without peer access; an address that is no multiple of
 *           the element size; an executor of another operator; a workspace that shares bytes with a tensor,
 *           or an output that does with another output; an output across an input, by an address set since
 *           phase one
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a
 *           stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 * At a later synchronize of the stream:
 * - 507035: memory was freed before the work began; work of another stream was running in the workspace
 */
ACLNN_API aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_ */
