/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLerp, aclnnInplaceLerp, aclnnLerps, aclnnInplaceLerps: linear
 * interpolation.
 */

#ifndef ACLNNOP_ACLNN_LERP_H_
#define ACLNNOP_ACLNN_LERP_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950). All tensors have one type.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, rounded once, to nearest
 * even; float64 for DOUBLE. Where |weight| < 0.5 it is self + weight * (end -
 * self), else end - (end - self) * (1 - weight), each with one fused
 * multiply-add, so that weight 1 gives end. The same inputs give the same bits
 * on any number of threads and any processor.
 *
 * Shapes: up to 8 dimensions, the operands broadcast against each other
 * (aligned at the right; extents equal, or one of them 1). Tensors may have any
 * strides and offset; "shape" is the shape of the view. An output may be one of
 * the inputs or overlap them; it must not overlap itself. Empty tensors are
 * fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize
 * (bytes of device memory that phase two needs) and executor (released by phase
 * two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another
 * pointer argument is
 * - 161002: a type that is not admitted, or tensors of different types
 * - 161002: shapes that do not broadcast, or another shape of the output than
 * the operands' broadcast together
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
 * aclnnLerp, phase one: out = self + weight * (end - self).
 *
 * @param[in] self  start
 * @param[in] end  end; broadcasts
 * @param[in] weight  weight; broadcasts
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnLerpGetWorkspaceSize(const aclTensor* self, const aclTensor* end,
                                                const aclTensor* weight, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLerp. */
ACLNN_API aclnnStatus aclnnLerp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceLerp, phase one: selfRef = selfRef + weight * (end - selfRef).
 *
 * @param[in,out] selfRef  start, and result
 * @param[in] end  end; broadcasts
 * @param[in] weight  weight; broadcasts
 */
ACLNN_API aclnnStatus aclnnInplaceLerpGetWorkspaceSize(aclTensor* selfRef, const aclTensor* end,
                                                       const aclTensor* weight, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceLerp. */
ACLNN_API aclnnStatus aclnnInplaceLerp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnLerps, phase one: out = self + weight * (end - self), with one weight.
 *
 * @param[in] self  start
 * @param[in] end  end; broadcasts
 * @param[in] weight  one number, of any type
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnLerpsGetWorkspaceSize(const aclTensor* self, const aclTensor* end,
                                                 const aclScalar* weight, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLerps. */
ACLNN_API aclnnStatus aclnnLerps(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceLerps, phase one: selfRef = selfRef + weight * (end - selfRef),
 * with one weight.
 *
 * @param[in,out] selfRef  start, and result
 * @param[in] end  end; broadcasts
 * @param[in] weight  one number, of any type
 */
ACLNN_API aclnnStatus aclnnInplaceLerpsGetWorkspaceSize(aclTensor* selfRef, const aclTensor* end,
                                                        const aclScalar* weight, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceLerps. */
ACLNN_API aclnnStatus aclnnInplaceLerps(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LERP_H_ */
