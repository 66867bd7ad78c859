/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnBatchNormBackward: the gradients of batch normalization.
 */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormBackward, phase one: the gradients of aclnnBatchNorm for its input, scale and shift.
 *
 * In training mu = saveMean[c] and r = saveInvstd[c], else mu = runningMean[c] and r = 1 / sqrt(runningVar[c]
 * + eps). With xh = (input - mu) * r and m elements of a channel c in all samples and positions:
 *
 *     gradWeight = sum of gradOut * xh over a channel,  gradBias = sum of gradOut over a channel
 *     gradInput  = weight[c] * r * (gradOut - gradBias / m - xh * gradWeight / m) in training
 *     gradInput  = weight[c] * r * gradOut                                        else
 *
 * Source: derived from the forward operator (Ioffe, Szegedy, "Batch normalization", 2015). Without elements
 * gradWeight and gradBias become 0.
 *
 * Types: FLOAT and FLOAT16 on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas
 * A2, A3, 950). Arithmetic: float32 on each element, rounded once, to nearest even, to the type of the
 * output; sums in float32 lanes and float64 from there on. The same inputs give the same bits on any number
 * of threads, in any layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must overlap neither itself nor another output.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] gradOut      gradient of the forward output; shape and type of input
 * @param[in] input        forward input, [N, C, ...], 2 to 8 dimensions
 * @param[in] weight       scale of each channel, [C], type of input or FLOAT. NULL: ones
 * @param[in] runningMean  running mean of each channel, as weight. In training not looked at, may be NULL
 * @param[in] runningVar   running variance of each channel, as runningMean
 * @param[in] saveMean     mean of each channel, as weight. Without training not looked at, may be NULL
 * @param[in] saveInvstd   reciprocal standard deviation of each channel, as saveMean
 * @param[in] training     whether the forward operator ran in training
 * @param[in] eps          added to runningVar
 * @param[in] outputMask   which of gradInput, gradWeight and gradBias are asked for. The others are not
 *                         looked at, and may be NULL
 * @param[out] gradInput   gradient for input; its shape and type
 * @param[out] gradWeight  gradient for weight; [C], type of input or FLOAT
 * @param[out] gradBias    gradient for the shift: as gradWeight
 * @return a status; all cases of 161001 are looked at before any of 161002, but for a mask without 3 flags
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOut, input, outputMask or an output that it asks for is NULL; in training saveMean or
 *           saveInvstd, else runningMean or runningVar
 * - 161002: outputMask without 3 flags
 * - 161002: type of gradOut not admitted; input or gradInput of another; weight, a statistic, gradWeight or
 *           gradBias neither of gradOut's type nor FLOAT
 * - 161002: eps negative or NaN
 * - 161002: input of fewer than 2 dimensions; gradOut or gradInput not of its shape; weight, a statistic,
 *           gradWeight or gradBias not of shape [C]
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight, const aclTensor* runningMean,
    const aclTensor* runningVar, const aclTensor* saveMean, const aclTensor* saveInvstd, bool training,
    double eps, const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnBatchNormBackward.
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
ACLNN_API aclnnStatus aclnnBatchNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_ */
