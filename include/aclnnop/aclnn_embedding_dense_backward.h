/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnEmbeddingDenseBackward: gradient of an embedding lookup for its table.
 */

#ifndef ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_
#define ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEmbeddingDenseBackward, phase one: checks the arguments and plans the work. Host only; reads no tensor
 * data.
 *
 * With E the last extent of grad, grad as R rows of E elements, indices as R values, both in row-major order
 * of their views (spec: aclnnEmbeddingDenseBackward):
 *
 *     out[v,:] = 0                                                    if v == paddingIdx, or v occurs nowhere
 *     out[v,:] = sum over rows t with indices[t] == v of grad[t,:]    else
 *     out[v,:] is then divided by the number of such t                if scaleGradByFreq
 *
 * Every row of out is written; its former content does not matter. Rows with the padding index are left out,
 * not multiplied by 0: their NaN and infinities do no harm, and the index may lie outside the table. Floating
 * indices are truncated toward zero, BOOL counts as 0 and 1. There is no limit on R, numWeights or E.
 *
 * An index outside [0, numWeights), or a floating index that is NaN or infinite, is found before anything is
 * written: out stays as it was, and the next synchronize of the stream returns 507035
 * (ACL_ERROR_RT_VECTOR_CORE_EXCEPTION) with a message that names the index.
 *
 * Empty grad or indices: out becomes 0. E = 0, or numWeights = 0 with R = 0: success, nothing to write.
 * Index map for aclSetInputTensorAddr: grad 0, indices 1; aclSetOutputTensorAddr: out 0.
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
 * @param[in] grad             gradient of the lookup's result; 1-8 dimensions
 * @param[in] indices          R elements, 0-8 dimensions; shape need not match grad's. FLOAT, FLOAT16,
 *                             DOUBLE, INT32, INT64, INT16, INT8, UINT8 or BOOL
 * @param[in] numWeights       rows of the table
 * @param[in] paddingIdx       row that gets no gradient, read as int64_t; outside [0, numWeights), e.g.
 *                             (uint64_t)-1: none, though a row whose index equals it is left out all the same
 * @param[in] scaleGradByFreq  divide each row by how often its index occurs?
 * @param[out] out             [numWeights, E]; any admitted type, also another than grad's
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included; the same for equal
 *                            arguments
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors, nothing asked for)
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: grad, indices or out is NULL
 * - 161002: type of grad, indices or out not admitted
 * - 161002: grad has 0 dimensions; its elements are not numel(indices) * E (not looked at if E is 0)
 * - 161002: out is not [numWeights, E]
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 *           storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSize(
    const aclTensor* grad, const aclTensor* indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnEmbeddingDenseBackward, phase two: enqueues the planned work and returns without waiting for it.
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
 * - 507035: memory was freed before the work began; work of another stream was running in the workspace; an
 *           index outside the table
 */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_ */
