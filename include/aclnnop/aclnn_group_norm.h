/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnGroupNorm: group normalization.
 */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_H_
#define ACLNNOP_ACLNN_GROUP_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNorm, phase one: group normalization.
 *
 * With self as [N, C, HxW], in row-major order of the view, and mu and v the mean and the variance (1/n) of a
 * group, C / group neighbouring channels of a sample:
 *
 *     out = (self - mu) / sqrt(v + eps) * gamma[c] + beta[c],  meanOut = mu,  rstdOut = 1 / sqrt(v + eps)
 *
 * Source: Wu, He, "Group normalization", 2018. Groups without elements have mean 0 and rstd NaN.
 *
 * Types: FLOAT and FLOAT16 on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas
 * A2, A3, 950). Arithmetic: float32 on each element, rounded once, to nearest even, to the type of the
 * output; sums in float32 lanes and float64 from there on. Statistics are centred: a mean much larger than
 * the deviation costs them no accuracy. The same inputs give the same bits on any number of threads, in any
 * layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must overlap neither itself nor another output.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] self      N*C*HxW elements, 2 to 8 dimensions
 * @param[in] gamma     scale of each channel, [C], type of self or FLOAT. NULL: ones
 * @param[in] beta      shift of each channel, as gamma. NULL: zeros
 * @param[in] N         samples
 * @param[in] C         channels
 * @param[in] HxW       elements of one channel of one sample
 * @param[in] group     groups of a sample, a divisor of C
 * @param[in] eps       added to the variance
 * @param[out] out      shape and type of self
 * @param[out] meanOut  means of the groups; N*group elements, any shape, type of self or FLOAT
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: self, out, meanOut or rstdOut is NULL
 * - 161002: type of self not admitted; out of another; gamma, beta, meanOut or rstdOut neither of self's type
 *           nor FLOAT
 * - 161002: group <= 0; C no multiple of group; N, C or HxW negative; eps negative or NaN
 * - 161002: self of fewer than 2 dimensions, or without N*C*HxW elements; gamma or beta not of shape [C]; out
 *           not of self's shape; meanOut or rstdOut without N*group elements
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor* self, const aclTensor* gamma,
                                                     const aclTensor* beta, int64_t N, int64_t C, int64_t HxW,
                                                     int64_t group, double eps, aclTensor* out,
                                                     aclTensor* meanOut, aclTensor* rstdOut,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnGroupNorm.
 *
 * It enqueues the planned work on a stream of the current context and returns without waiting for it. It
 * takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable.
 *
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *           executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *           stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnGroupNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_GROUP_NORM_H_ */
