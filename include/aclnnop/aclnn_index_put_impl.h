/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnIndexPutImpl: values put, or added, where a list of index tensors and masks says.
 */

#ifndef ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_
#define ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, COMPLEX64,
 * COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC). values has the type of selfRef.
 * Source: PyTorch's Tensor.index_put_.
 *
 * indices: an index tensor for each of the first dimensions of self, in order. INT64 or INT32 of any shape:
 * they broadcast together, and negative ones count from the end. BOOL, a mask: it has the extents of as many
 * dimensions of self, and stands for an index tensor for each of them, which say where it is true. An entry
 * that is NULL, or of shape [0] and of the type of self, selects all of its dimension; so do the dimensions
 * behind the last entry. The dimensions of the index tensors broadcast together take the place of those that
 * they index where these stand side by side, and come first where not.
 *
 * Indices out of range are found before anything is written, and so is a mask of which not as many elements
 * are true as the shapes say: the work fails, and the next synchronize of the stream says so; the message
 * names the first one.
 *
 * Tensors may have up to 8 dimensions, any strides and offset; "shape" is the shape of the view. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. Empty tensors are fine. The same inputs give the same bits on any number of threads and any
 * processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer is
 * - 161002: types, shapes or attributes that are not as described below; a tensor of more than 8
 * dimensions, a negative extent, stride or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor; outputs that share bytes
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnIndexPutImpl, phase one: selfRef[indices] = values, or += values. Where places are named several times
 * the last value in row-major order of what is selected wins; sums take all of them, in this order. Sums of
 * FLOAT16 and BFLOAT16 are computed in float32 and rounded at each addition; integers wrap around; of BOOL a
 * sum is "or".
 *
 * @param[in,out] selfRef  any shape
 * @param[in] indices  the list
 * @param[in] values  a shape that broadcasts to that of what is selected
 * @param[in] accumulate  whether to add
 * @param[in] unsafe  ignored: indices are always checked
 */
ACLNN_API aclnnStatus aclnnIndexPutImplGetWorkspaceSize(aclTensor* selfRef, const aclTensorList* indices,
                                                        const aclTensor* values, bool accumulate, bool unsafe,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIndexPutImpl. */
ACLNN_API aclnnStatus aclnnIndexPutImpl(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_ */
