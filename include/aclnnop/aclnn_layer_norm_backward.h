/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLayerNormBackward: gradients of layer normalization.
 */

#ifndef ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLayerNormBackward, phase one: gradients of layer normalization.
 *
 * With g = gradOut * weight, xh = (input - mean) * rstd and averages over a row, the trailing dimensions that
 * normalizedShape names:
 *
 *     gradInputOut  = rstd * (g - average of g - xh * average of g * xh)
 *     gradWeightOut = sum of gradOut * xh over the rows
 *     gradBiasOut   = sum of gradOut over the rows
 *
 * mean and rstd are taken as given. Source: the chain rule on aclnnLayerNorm's formula. An output that
 * outputMask does not ask for is not looked at. Without rows gradWeightOut and gradBiasOut become 0. Index
 * map for aclSetInputTensorAddr: gradOut 0, input 1, mean 2, rstd 3, weight 4 (also when NULL).
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
 * @param[in] gradOut          gradient of the forward output; shape of input
 * @param[in] input            forward input; type of gradOut
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] mean             means: one element a row, any shape, type of gradOut or FLOAT
 * @param[in] rstd             reciprocal standard deviations: as mean
 * @param[in] weight           shape normalizedShape, type of gradOut or FLOAT. NULL: ones
 * @param[in] bias             as weight; only checked. NULL: there was none
 * @param[in] outputMask       3 flags: write gradInputOut, gradWeightOut, gradBiasOut?
 * @param[out] gradInputOut    shape of input, type of gradOut
 * @param[out] gradWeightOut   shape normalizedShape, type of gradOut or FLOAT
 * @param[out] gradBiasOut     as gradWeightOut
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOut, input, normalizedShape, mean, rstd or outputMask is NULL; an output is NULL while its
 * flag is true
 * - 161002: outputMask does not hold 3 flags
 * - 161002: type of gradOut not admitted; input or gradInputOut of another; mean, rstd, weight, bias,
 *           gradWeightOut or gradBiasOut neither of gradOut's type nor FLOAT
 * - 161002: gradOut or gradInputOut has not the shape of input; normalizedShape is empty or not what that
 * ends with; weight, bias, gradWeightOut or gradBiasOut has not that shape; mean or rstd has not one element
 * a row
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
    const aclTensor* mean, const aclTensor* rstd, const aclTensor* weight, const aclTensor* bias,
    const aclBoolArray* outputMask, aclTensor* gradInputOut, aclTensor* gradWeightOut, aclTensor* gradBiasOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnLayerNormBackward.
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
ACLNN_API aclnnStatus aclnnLayerNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_ */
