/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnPreluBackward: gradients of PReLU for its input and its weight.
 */

#ifndef ACLNNOP_ACLNN_PRELU_BACKWARD_H_
#define ACLNNOP_ACLNN_PRELU_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPreluBackward, phase one: checks the arguments and plans the work. Host only; reads no tensor data.
 *
 * Channels lie along dimension 1 of self; self with 0 or 1 dimensions has one channel. w(i) is the only
 * weight, or that of element i's channel: weight's elements in row-major order, whatever its shape (spec:
 * aclnnPreluBackward; where its printed formula indexes the weight by the first axis, the channel is meant):
 *
 *     gradInput[i]  = self[i] > 0 ? gradOutput[i] : gradOutput[i] * w(i)
 *     gradWeight[c] = sum over i of channel c (of all i if there is one weight) of
 *                     (self[i] > 0 ? 0 : gradOutput[i] * self[i])
 *
 * 0, -0.0 and NaN in self take the second branch. A positive element adds exactly 0 to gradWeight, even if
 * gradOutput is NaN or infinite there, and its gradInput does not depend on the weight.
 *
 * Empty self: gradWeight becomes 0 (if it has elements). Index map for aclSetInputTensorAddr: gradOutput 0,
 * self 1, weight 2; aclSetOutputTensorAddr: gradInput 0, gradWeight 1.
 *
 * Tensors may be non-contiguous, with any strides and offset; "shape" is the shape of the view, up to 8
 * dimensions. Any plain format label is accepted and ignored. Inputs may overlap each other (stride 0
 * included). An output may share memory with inputs: the result is as with memory of its own, made in place
 * or by way of the workspace. It must overlap neither itself (161002) nor another output.
 *
 * Types: FLOAT and FLOAT16 on every product; BF16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950). Arithmetic is done in float32 or better on the exact inputs and rounded once, to nearest even, to
 * the type of the output; what exceeds its range becomes +-inf, subnormals are kept.
 *
 * Deterministic: the same inputs give the same bits on any number of threads.
 *
 * @param[in] gradOutput  gradient of the forward output; shape of self, or one that broadcasts to it; type of
 *                        self
 * @param[in] self        forward input; 0-8 dimensions
 * @param[in] weight      1 element, or as many as self has channels (self then needs a dimension); type of
 *                        self
 * @param[out] gradInput  shape and type of self (the spec's prototype spells it gradIntput)
 * @param[out] gradWeight type of self; weight of 1 element: weight's shape; else 1-D, [channels]
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included; the same for equal
 *                            arguments
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors, nothing asked for)
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOutput, self, weight, gradInput or gradWeight is NULL
 * - 161002: type of self not admitted; one of the others has another type
 * - 161002: gradInput does not have self's shape
 * - 161002: weight has neither 1 element nor one for each channel; several weights for self of 0 dimensions
 * - 161002: gradWeight does not have weight's shape (1 element; [1,1] is not [1]) or is not [channels]
 * - 161002: gradOutput does not broadcast to self's shape, or would enlarge it
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 *           storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclTensor* weight, aclTensor* gradInput,
                                                         aclTensor* gradWeight, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

/**
 * aclnnPreluBackward, phase two: enqueues the planned work and returns without waiting for it.
 *
 * Outputs are valid once the stream has got that far (aclrtSynchronizeStream, an event). The argument objects
 * of phase one may be destroyed when this call has returned; memory of tensors and workspace must live until
 * the work is done. The executor is consumed, whatever the status, unless it is repeatable. Any thread may
 * call.
 *
 * @param[in] workspace      device memory for scratch; NULL if phase one asked for 0 bytes
 * @param[in] workspaceSize  its size: at least what phase one asked for
 * @param[in] executor       from phase one
 * @param[in] stream         of the current context; NULL: the context's default stream
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation, or in
 *           one of another device than the stream's without peer access; an address that is no multiple of
 *           the element size; an executor of another operator; a workspace that shares bytes with a tensor,
 *           or an output that does with another output; an output across an input, by an address set since
 *           phase one
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a
 *           stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 * At a later synchronize of the stream:
 * - 507035: memory was freed before the work began; work of another stream was running in the workspace
 */
ACLNN_API aclnnStatus aclnnPreluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_PRELU_BACKWARD_H_ */
