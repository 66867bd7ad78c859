/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnDropoutV3Grad: gradient of aclnnDropoutV3.
 */

#ifndef ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_
#define ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * A mask has one bit for each element, in row-major order: of element i bit i % 8 (the lowest first) of byte
 * i / 8; 1 keeps the element. It is a UINT8 tensor of any shape with at least the bytes for the number of
 * elements rounded up to a multiple of 128; bytes behind these are written as 0, and not read.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). Arithmetic in float32, of DOUBLE in float64. A dropped element is 0 whatever it was.
 *
 * Shapes: up to 8 dimensions. Tensors may have any strides and offset. Empty tensors are fine: nothing is
 * done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; another type or shape of the output than the input's; a mask that is
 * not UINT8, or too small; a probability outside [0, 1] or NaN
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
 * aclnnDropoutV3Grad, phase one: out = gradOutput * scale where the mask has 1, else 0; all 0 for a scale
 * of 0.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] mask  maskOut of the forward call
 * @param[in] scale  1 / (1 - p)
 * @param[out] out  the shape of gradOutput
 */
ACLNN_API aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* mask,
                                                         double scale, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDropoutV3Grad. */
ACLNN_API aclnnStatus aclnnDropoutV3Grad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_ */
