/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnMseLossBackward: gradient of the mean squared error for its first argument.
 */

#ifndef ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMseLossBackward, phase one: checks the arguments and plans the work. Host only; reads no tensor data.
 *
 * The three inputs are broadcast against each other (spec: aclnnMseLossBackward):
 *
 *     out = k * (self - target) * gradOutput
 *     k   = 2                for reduction 0 (none) and 2 (sum)
 *     k   = 2 / numel(self)  for reduction 1 (mean); self before broadcasting, 1 for 0 dimensions
 *
 * Broadcasting aligns shapes at the right; a missing dimension counts as 1; extents must be equal or one of
 * them 1 (0 with 1 gives 0). Any of the three may be what makes the result larger, gradOutput included.
 *
 * NaN and infinities follow the formula (inf - inf and 0 * inf are NaN), and so does a difference or a
 * product beyond the range of float32. Any empty input makes out empty: success, nothing to do. Index map for
 * aclSetInputTensorAddr: gradOutput 0, self 1, target 2; aclSetOutputTensorAddr: out 0.
 *
 * Tensors may be non-contiguous, with any strides and offset; "shape" is the shape of the view, up to 8
 * dimensions. Any plain format label is accepted and ignored. Inputs may overlap each other (stride 0
 * included). An output may share memory with inputs: the result is as with memory of its own, made in place
 * or by way of the workspace. It must overlap neither itself (161002) nor another output.
 *
 * Types: FLOAT and FLOAT16 on every product; BF16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950). Arithmetic is done in float32 on the exact inputs and rounded once, to nearest even, to
 * the type of the output; what exceeds its range becomes +-inf, subnormals are kept.
 *
 * Deterministic: the same inputs give the same bits on any number of threads.
 *
 * @param[in] gradOutput  gradient of the loss; 0-8 dimensions, broadcastable, type of self
 * @param[in] self        prediction; 0-8 dimensions
 * @param[in] target      target; 0-8 dimensions, broadcastable, type of self
 * @param[in] reduction   0 none, 1 mean, 2 sum
 * @param[out] out        the broadcast shape of the three; any admitted type, also another than self's
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included; the same for equal
 *                            arguments
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors, nothing asked for)
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOutput, self, target or out is NULL
 * - 161002: type of self not admitted; gradOutput or target has another; type of out not admitted
 * - 161002: reduction is not 0, 1 or 2
 * - 161002: gradOutput, self and target cannot be broadcast together; out does not have the resulting shape
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 *           storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                           const aclTensor* target, int64_t reduction,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

/**
 * aclnnMseLossBackward, phase two: enqueues the planned work and returns without waiting for it.
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
ACLNN_API aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_ */
