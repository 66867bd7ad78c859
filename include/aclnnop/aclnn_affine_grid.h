/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnAffineGrid: the points that affine maps move a regular grid to.
 */

#ifndef ACLNNOP_ACLNN_AFFINE_GRID_H_
#define ACLNNOP_ACLNN_AFFINE_GRID_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAffineGrid, phase one: the points that affine maps move a regular grid to, for aclnnGridSampler2D.
 *
 *     out[n, y, x, k] = theta[n, k, 0] * X + theta[n, k, 1] * Y + theta[n, k, 2]
 *     out[n, z, y, x, k] = theta[n, k, 0] * X + theta[n, k, 1] * Y + theta[n, k, 2] * Z + theta[n, k, 3]
 *
 * X goes from -1 to 1 with x: with alignCorners X = 2 * x / (W - 1) - 1, 0 where W is 1; else X = (2 * x + 1)
 * / W - 1. Y and Z likewise.
 *
 * Types: FLOAT, FLOAT16 and DOUBLE on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC:
 * Atlas A2, A3, 950). Arithmetic: float64, one rounding to nearest even. The same inputs give the same bits
 * on any number of threads, in any layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] theta         maps, [N, 2, 3], or [N, 3, 4] where size has 5 values
 * @param[in] size          N, C, H and W of the images, or N, C, D, H and W; C plays no part
 * @param[in] alignCorners  -1 and 1 mean the centres of the edge pixels (true) or their outer edges (false)
 * @param[out] out          [N, H, W, 2] or [N, D, H, W, 3], type of theta
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: theta, size or out is NULL
 * - 161002: type of theta not admitted; out of another
 * - 161002: size without 4 or 5 values, or with values of less than 1; theta or out of another shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnAffineGridGetWorkspaceSize(const aclTensor* theta, const aclIntArray* size,
                                                      bool alignCorners, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnAffineGrid.
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
ACLNN_API aclnnStatus aclnnAffineGrid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_AFFINE_GRID_H_ */
