/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnBatchNorm: batch normalization.
 */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_H_
#define ACLNNOP_ACLNN_BATCH_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNorm, phase one: batch normalization.
 *
 * With mu and v the mean and the variance of a channel c, m elements of all samples and positions:
 *
 *     output = (input - mu) / sqrt(v + eps) * weight[c] + bias[c]
 *
 * In training mu and v (1/m) are those of the input, saveMean = mu, saveInvstd = 1 / sqrt(v + eps), and the
 * running statistics move in place:
 *
 *     runningMean = (1 - momentum) * runningMean + momentum * mu
 *     runningVar  = (1 - momentum) * runningVar + momentum * v * m / (m - 1)
 *
 * Else mu and v are the running ones, which stay, and saveMean and saveInvstd are made from them.
 *
 * Source: Ioffe, Szegedy, "Batch normalization", 2015. A single element a channel gives runningVar NaN. In
 * training without any element, saveMean is 0, saveInvstd NaN, and the running statistics stay.
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
 * @param[in] input            [N, C, ...], 2 to 8 dimensions
 * @param[in] weight           scale of each channel, [C], type of input or FLOAT. NULL: ones
 * @param[in] bias             shift of each channel, as weight. NULL: zeros
 * @param[in,out] runningMean  running mean of each channel, as weight. May be NULL in training
 * @param[in,out] runningVar   running variance of each channel, as runningMean
 * @param[in] training         whether statistics are those of the input
 * @param[in] momentum         share of these in the running ones
 * @param[in] eps              added to the variance
 * @param[out] output          shape and type of input
 * @param[out] saveMean        mean of each channel, [C], type of input or FLOAT
 * @param[out] saveInvstd      reciprocal standard deviation of each channel: as saveMean
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: input, output, saveMean or saveInvstd is NULL; without training, runningMean or runningVar
 * - 161002: type of input not admitted; output of another; weight, bias or a statistic neither of input's
 *           type nor FLOAT
 * - 161002: eps negative or NaN
 * - 161002: input of fewer than 2 dimensions; weight, bias or a statistic not of shape [C]; output not of
 *           input's shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output or a running statistic with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnBatchNormGetWorkspaceSize(const aclTensor* input, const aclTensor* weight,
                                                     const aclTensor* bias, aclTensor* runningMean,
                                                     aclTensor* runningVar, bool training, double momentum,
                                                     double eps, aclTensor* output, aclTensor* saveMean,
                                                     aclTensor* saveInvstd, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);

/**
 * Phase two of aclnnBatchNorm.
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
ACLNN_API aclnnStatus aclnnBatchNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BATCH_NORM_H_ */
