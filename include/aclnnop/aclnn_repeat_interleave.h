/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnRepeatInterleave, aclnnRepeatInterleaveInt, aclnnRepeatInterleaveIntWithDim,
 * aclnnRepeatInterleaveTensor, aclnnRepeatInterleaveWithDim: repeats each element.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's torch.repeat_interleave.
 */

#ifndef ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_
#define ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRepeatInterleaveInt: out = each element of self, in row-major order, repeats times.
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
 * aclnnRepeatInterleaveIntWithDim: out = self with each index of dim repeats times.
 * @param[in] self  any shape
 * @param[in] repeats  not negative
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] outputSize  the size of dim in out: repeats times that of self
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
 * aclnnRepeatInterleave: out = the elements of self, in row-major order, each repeated as often as repeats
 * specifies.
 * @param[in] self  any shape
 * @param[in] repeats  INT64 or INT32, of no dimension, or one of 1 element or of one for each element of
 *     self; values from 0 on that add up to outputSize
 * @param[in] outputSize  their number
 * @param[out] out  [outputSize]
 * @return 507035 if the values of repeats do not add up to outputSize
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGetWorkspaceSize(const aclTensor* self, const aclTensor* repeats,
                                                            int64_t outputSize, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleave. */
ACLNN_API aclnnStatus aclnnRepeatInterleave(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnRepeatInterleaveTensor: out = the indices of repeats, each as often as the element there specifies.
 * @param[in] repeats  INT64 or INT32, one dimension; values from 0 on that add up to outputSize
 * @param[in] outputSize  their number
 * @param[out] out  [outputSize], INT64 or INT32
 * @return 507035 if the values of repeats do not add up to outputSize
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensorGetWorkspaceSize(const aclTensor* repeats,
                                                                  int64_t outputSize, aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveTensor. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRepeatInterleaveWithDim: out = self with each index of dim repeated as often as repeats specifies.
 * @param[in] self  any shape
 * @param[in] repeats  INT64 or INT32, of no dimension, or one of 1 element or of one for each index of dim;
 *     values from 0 on that add up to outputSize
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] outputSize  the size of dim in out
 * @param[out] out  the shape of self with outputSize at dim
 * @return 507035 if the values of repeats do not add up to outputSize
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
