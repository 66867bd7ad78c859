/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLayerNorm: layer normalization.
 */

#ifndef ACLNNOP_ACLNN_LAYER_NORM_H_
#define ACLNNOP_ACLNN_LAYER_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLayerNorm, phase one: layer normalization.
 *
 * With mu and v the mean and the variance (1/n) of the elements x of a row, the trailing dimensions that
 * normalizedShape names:
 *
 *     out = (x - mu) / sqrt(v + eps) * weight + bias,  meanOut = mu,  rstdOut = 1 / sqrt(v + eps)
 *
 * Source: Ba, Kiros, Hinton, "Layer normalization", 2016. Rows without elements have mean 0 and rstd NaN.
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
 * @param[in] input            any shape of 1 to 8 dimensions
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] weight           shape normalizedShape, type of input or FLOAT. NULL: ones
 * @param[in] bias             as weight. NULL: zeros
 * @param[in] eps              added to the variance
 * @param[out] out             shape and type of input
 * @param[out] meanOut         means: one element a row, any shape, type of input or FLOAT. NULL: not wanted
 * @param[out] rstdOut         reciprocal standard deviations: as meanOut
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: input, normalizedShape or out is NULL
 * - 161002: type of input not admitted; out of another; weight, bias, meanOut or rstdOut neither of input's
 *           type nor FLOAT
 * - 161002: normalizedShape is empty or not what the shape of input ends with; weight or bias has not that
 *           shape; out has not the shape of input; meanOut or rstdOut has not one element a row
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor* input,
                                                     const aclIntArray* normalizedShape,
                                                     const aclTensor* weight, const aclTensor* bias,
                                                     double eps, aclTensor* out, aclTensor* meanOut,
                                                     aclTensor* rstdOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);

/**
 * Phase two of aclnnLayerNorm.
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
ACLNN_API aclnnStatus aclnnLayerNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LAYER_NORM_H_ */
