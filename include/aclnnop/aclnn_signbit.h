/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSignbit: what has a minus sign.
 */

#ifndef ACLNNOP_ACLNN_SIGNBIT_H_
#define ACLNNOP_ACLNN_SIGNBIT_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnSignbit:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, and
 * BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). The result is BOOL; any output
 * type stores it as 0 or 1, complex ones and UINT16 to UINT64 included.
 *
 * Arithmetic: exact; zeros and NaNs have signs, too; BOOL has none. The same inputs give the
 * same bits on any number of threads and any processor.
 *
 * Shapes: up to 8 dimensions, all tensors of one shape. Tensors may have any
 * strides and offset; "shape" is the shape of the view. An output may be the
 * input or overlap it; it must not overlap itself. Empty tensors are fine:
 * nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize
 * (bytes of device memory that phase two needs) and executor (released by phase
 * two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another
 * pointer argument is
 * - 161002: a type that is not admitted
 * - 161002: an output of another shape than the input
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride
 * or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and
 * returns without waiting for it. It takes the workspace that phase one asked
 * for (NULL if 0 bytes), and consumes the executor unless that is repeatable.
 * It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with
 * elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one
 * live device allocation; an executor of another operator; a workspace that
 * shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device
 * or a destroyed one, a stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnSignbit, phase one: out = whether self has a minus sign.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSignbitGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSignbit. */
ACLNN_API aclnnStatus aclnnSignbit(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SIGNBIT_H_ */
