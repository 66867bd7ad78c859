/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnRmsNorm: normalization by the root of the mean square.
 */

#ifndef ACLNNOP_ACLNN_RMS_NORM_H_
#define ACLNNOP_ACLNN_RMS_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRmsNorm, phase one: normalization by the root of the mean square.
 *
 * With the mean over a row, the trailing dimensions that gamma has:
 *
 *     rstdOut = 1 / sqrt(mean of x * x + epsilon),  yOut = x * rstdOut * gamma
 *
 * Source: Zhang, Sennrich, "Root mean square layer normalization", 2019. Rows without elements have rstd NaN.
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
 * @param[in] x         any shape of 1 to 8 dimensions
 * @param[in] gamma     scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] epsilon   added to the mean square
 * @param[out] yOut     shape and type of x
 * @param[out] rstdOut  one element a row, any shape, FLOAT
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: x, gamma, yOut or rstdOut is NULL
 * - 161002: type of x not admitted; yOut of another; gamma neither of x's type nor FLOAT; rstdOut not FLOAT
 * - 161002: the shape of x does not end with that of gamma, or that is empty; yOut has not the shape of x;
 *           rstdOut has not one element a row
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnRmsNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma, double epsilon,
                                                   aclTensor* yOut, aclTensor* rstdOut,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnRmsNorm.
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
ACLNN_API aclnnStatus aclnnRmsNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_RMS_NORM_H_ */
