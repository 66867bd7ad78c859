/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSigmoid, aclnnInplaceSigmoid: the logistic function.
 */

#ifndef ACLNNOP_ACLNN_SIGMOID_H_
#define ACLNNOP_ACLNN_SIGMOID_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, and BFLOAT16 where the
 * emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). Integers and BOOL are taken as FLOAT, and so is
 * the result; it is stored as the type of the output, which must be a floating-point type. Source: PyTorch's
 * type promotion.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, float64 for DOUBLE, rounded once more to the output's
 * type, to nearest even. The error before that is about two last places. The same inputs give the same bits
 * on any number of threads and any processor.
 *
 * Shapes: up to 8 dimensions. Tensors may have any strides and offset; "shape" is the shape of the view. The
 * output may be an input or overlap one; it must not overlap itself. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; a type of the output that does not hold the result: an integer or
 * BOOL
 * - 161002: another shape of the output than self's
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
 * aclnnSigmoid, phase one: out = 1 / (1 + e^-self).
 *
 * @param[in] self  the argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSigmoid. */
ACLNN_API aclnnStatus aclnnSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceSigmoid, phase one: selfRef = 1 / (1 + e^-selfRef).
 *
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceSigmoidGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnInplaceSigmoid. */
ACLNN_API aclnnStatus aclnnInplaceSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SIGMOID_H_ */
