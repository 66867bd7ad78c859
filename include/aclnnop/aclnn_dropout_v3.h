/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnDropoutV3: a random mask, and what it leaves of a tensor.
 */

#ifndef ACLNNOP_ACLNN_DROPOUT_V3_H_
#define ACLNNOP_ACLNN_DROPOUT_V3_H_

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
 * Random numbers: Philox 4x32-10 (Salmon et al., 2011). The key is the seed, the upper half of the counter
 * the offset, its lower half i / 4: element i is dropped if word i % 4 is below prob * 2^32. Any number of
 * threads and any layout gives the same mask, and another offset one that has nothing in common with it.
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
 * - 161002: optionalNoiseShape is not NULL
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
 * aclnnDropoutV3, phase one: out = input / (1 - p) where maskOut has 1, else 0.
 *
 * @param[in] input  the elements
 * @param[in] optionalNoiseShape  NULL
 * @param[in] p  how likely an element is dropped, from 0 to 1
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the shape of input
 * @param[out] maskOut  the mask
 */
ACLNN_API aclnnStatus aclnnDropoutV3GetWorkspaceSize(const aclTensor* input,
                                                     const aclTensor* optionalNoiseShape, double p,
                                                     int64_t seed, int64_t offset, aclTensor* out,
                                                     aclTensor* maskOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnDropoutV3. */
ACLNN_API aclnnStatus aclnnDropoutV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_DROPOUT_V3_H_ */
