/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSwiGluGrad: gradient of aclnnSwiGlu.
 */

#ifndef ACLNNOP_ACLNN_SWI_GLU_GRAD_H_
#define ACLNNOP_ACLNN_SWI_GLU_GRAD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). All tensors are of one type.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, float64 for DOUBLE, rounded once more to the tensors'
 * type, to nearest even. The same inputs give the same bits on any number of threads and any processor.
 *
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim, which counts from the end if it
 * is negative. Tensors may have any strides and offset. Outputs may overlap inputs; they must not overlap
 * themselves or each other. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; tensors of different types
 * - 161002: an input without dimensions, dim out of range, or an odd extent there
 * - 161002: a tensor of another shape than the input's, or than that of its halves
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnSwiGluGrad, phase one: with s = 1 / (1 + e^-A), out = yGrad B (s + A s (1 - s)) for A and
 * yGrad A s for B.
 *
 * @param[in] yGrad  gradient of the forward output; of that shape
 * @param[in] x  forward input, A and B side by side along dim
 * @param[in] dim  the dimension that is cut; negative: from the end
 * @param[out] out  gradient for x; its shape
 */
ACLNN_API aclnnStatus aclnnSwiGluGradGetWorkspaceSize(const aclTensor* yGrad, const aclTensor* x, int64_t dim,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnSwiGluGrad. */
ACLNN_API aclnnStatus aclnnSwiGluGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SWI_GLU_GRAD_H_ */
