/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnNormalFloatFloat, aclnnNormalTensorFloat, aclnnNormalFloatTensor, aclnnNormalTensorTensor: normally
 * distributed numbers.
 */

#ifndef ACLNNOP_ACLNN_NORMAL_OUT_H_
#define ACLNNOP_ACLNN_NORMAL_OUT_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: mean, std and out FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950), in any mix. Numbers are made in float64 where out is DOUBLE, else
 * in float32, by the transform of Box and Muller (1958), and rounded once. The elements of a tensor std
 * may be any numbers; negative ones mirror the distribution.
 *
 * Random numbers: Philox 4x32-10 (Salmon et al., 2011). The key is the seed, the upper half of the
 * counter the offset, its lower half counts blocks of four words. What element i of the row-major order
 * becomes follows from the seed, the offset and i alone: any number of threads and any layout gives the
 * same numbers, and another offset numbers that have nothing in common with them.
 *
 * Shapes: up to 8 dimensions, any strides and offset; mean and std, where they are tensors, broadcast
 * together to the shape of out. Where both are numbers, out has any shape. Empty tensors are fine:
 * nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; a number std that is negative or NaN
 * - 161002: shapes of mean and std that do not broadcast together; another shape of out than theirs
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, or a private format
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
 * aclnnNormalFloatFloat, phase one: out = mean + std * a number of the standard normal distribution, in
 * every element.
 *
 * @param[in] mean  the mean
 * @param[in] std  the standard deviation, not negative
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalFloatFloatGetWorkspaceSize(float mean, float std, int64_t seed,
                                                            int64_t offset, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnNormalFloatFloat. */
ACLNN_API aclnnStatus aclnnNormalFloatFloat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnNormalTensorFloat, phase one: out = mean + std * a number of the standard normal distribution, in
 * every element.
 *
 * @param[in] mean  the means
 * @param[in] std  the standard deviation, not negative
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalTensorFloatGetWorkspaceSize(const aclTensor* mean, float std, int64_t seed,
                                                             int64_t offset, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnNormalTensorFloat. */
ACLNN_API aclnnStatus aclnnNormalTensorFloat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

/**
 * aclnnNormalFloatTensor, phase one: out = mean + std * a number of the standard normal distribution, in
 * every element.
 *
 * @param[in] mean  the mean
 * @param[in] std  the standard deviations
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalFloatTensorGetWorkspaceSize(float mean, const aclTensor* std, int64_t seed,
                                                             int64_t offset, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnNormalFloatTensor. */
ACLNN_API aclnnStatus aclnnNormalFloatTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

/**
 * aclnnNormalTensorTensor, phase one: out = mean + std * a number of the standard normal distribution, in
 * every element.
 *
 * @param[in] mean  the means
 * @param[in] std  the standard deviations
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalTensorTensorGetWorkspaceSize(const aclTensor* mean, const aclTensor* std,
                                                              int64_t seed, int64_t offset, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnNormalTensorTensor. */
ACLNN_API aclnnStatus aclnnNormalTensorTensor(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NORMAL_OUT_H_ */
