/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLinspace: a number of numbers at equal distances.
 */

#ifndef ACLNNOP_ACLNN_LINSPACE_H_
#define ACLNNOP_ACLNN_LINSPACE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnLinspace:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip
 * has it (OPENACLNN_SOC: Atlas A2, A3, 950). The numbers may be of any real type.
 *
 * Arithmetic: in float64, the first half from start on, the second half from end, so that both ends are
 * exact; converted to the type of the output, a fraction in an integer truncated. The same inputs give the
 * same bits on any number of threads and any processor.
 *
 * Shapes: any of up to 8 dimensions, which are counted through in row-major order. The output may have any
 * strides and offset; it must not overlap itself. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted, or a number that is not finite
 * - 161002: negative steps, or an output of another number of elements
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for
 * it. It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless
 * that is repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a
 * stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnLinspace, phase one: out = start, start + (end - start) / (steps - 1), ..., end.
 *
 * @param[in] start  the first number
 * @param[in] end  the last number
 * @param[in] steps  how many numbers
 * @param[out] out  steps elements
 */
ACLNN_API aclnnStatus aclnnLinspaceGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                                    int64_t steps, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnLinspace. */
ACLNN_API aclnnStatus aclnnLinspace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LINSPACE_H_ */
