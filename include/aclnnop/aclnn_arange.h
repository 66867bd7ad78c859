/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnArange: numbers at equal distances, from start below end.
 */

#ifndef ACLNNOP_ACLNN_ARANGE_H_
#define ACLNNOP_ACLNN_ARANGE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnArange:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip
 * has it (OPENACLNN_SOC: Atlas A2, A3, 950). The numbers may be of any real type.
 *
 * Arithmetic: element i is start + i * step, with one rounding, in float64; in INT64 where the output is
 * of integers (which take the whole parts of start and step) or both numbers are integers. Then converted
 * to the type of the output, integers by wrapping around. The same inputs give the same bits on any number
 * of threads and any processor.
 *
 * Shapes: any of up to 8 dimensions, which are counted through in row-major order. The output may have any
 * strides and offset; it must not overlap itself. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted, or a number that is not finite
 * - 161002: a step of 0, or one that leads away from end
 * - 161002: an output of another number of elements; where rounding decides, of both
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
 * aclnnArange, phase one: out = start, start + step, ... below end.
 *
 * @param[in] start  the first number
 * @param[in] end  where the numbers end
 * @param[in] step  the distance of neighbours; not 0
 * @param[out] out  as many elements as there are steps from start to below end
 */
ACLNN_API aclnnStatus aclnnArangeGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                                  const aclScalar* step, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnArange. */
ACLNN_API aclnnStatus aclnnArange(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_ARANGE_H_ */
