/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnRepeatInterleave, aclnnRepeatInterleaveInt, aclnnRepeatInterleaveIntWithDim,
 * aclnnRepeatInterleaveTensor, aclnnRepeatInterleaveWithDim: elements repeated one by one.
 */

#ifndef ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_
#define ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC). out has the type
 * of self. Source: PyTorch's torch.repeat_interleave.
 *
 * A tensor of repeats that does not add up is found before anything is written: the work fails, and the next
 * synchronize of the stream says so.
 *
 * Tensors may have up to 8 dimensions, any strides and offset; "shape" is the shape of the view. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. Empty tensors are fine. The same inputs give the same bits on any number of threads and any
 * processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer or a list element
 * is
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
 * aclnnRepeatInterleaveInt, phase one: out = each element of self, in row-major order, repeats times.
 *
 * @param[in] self  any shape
 * @param[in] repeats  not negative
 * @param[in] outputSize  the number of elements of out
 * @param[out] out  one dimension, of repeats times the elements of self
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntGetWorkspaceSize(const aclTensor* self, int64_t repeats,
                                                               int64_t outputSize, aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveInt. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveInt(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRepeatInterleaveIntWithDim, phase one: out = self with each index of dim repeats times.
 *
 * @param[in] self  any shape
 * @param[in] repeats  not negative
 * @param[in] dim  from 0 on, or from the end as -1 on
 * @param[in] outputSize  the extent of dim in out: repeats times that of self
 * @param[out] out  the shape of self with outputSize at dim
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(const aclTensor* self, int64_t repeats,
                                                                      int64_t dim, int64_t outputSize,
                                                                      aclTensor* out, uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveIntWithDim. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveIntWithDim(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRepeatInterleave, phase one: out = the elements of self, in row-major order, each as often as repeats
 * says.
 *
 * @param[in] self  any shape
 * @param[in] repeats  INT64 or INT32, of no dimension, or one of 1 element or of one for each element of
 *   self; values from 0 on that add up to outputSize
 * @param[in] outputSize  how many these are
 * @param[out] out  [outputSize]
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGetWorkspaceSize(const aclTensor* self, const aclTensor* repeats,
                                                            int64_t outputSize, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleave. */
ACLNN_API aclnnStatus aclnnRepeatInterleave(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnRepeatInterleaveTensor, phase one: out = the indices of repeats, each as often as its element says.
 *
 * @param[in] repeats  INT64 or INT32, one dimension; values from 0 on that add up to outputSize
 * @param[in] outputSize  how many these are
 * @param[out] out  [outputSize], INT64 or INT32
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensorGetWorkspaceSize(const aclTensor* repeats,
                                                                  int64_t outputSize, aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveTensor. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRepeatInterleaveWithDim, phase one: out = self with each index of dim as often as repeats says.
 *
 * @param[in] self  any shape
 * @param[in] repeats  INT64 or INT32, of no dimension, or one of 1 element or of one for each index of dim;
 *   values from 0 on that add up to outputSize
 * @param[in] dim  from 0 on, or from the end as -1 on
 * @param[in] outputSize  the extent of dim in out
 * @param[out] out  the shape of self with outputSize at dim
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveWithDimGetWorkspaceSize(const aclTensor* self,
                                                                   const aclTensor* repeats, int64_t dim,
                                                                   int64_t outputSize, aclTensor* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveWithDim. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveWithDim(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_ */
