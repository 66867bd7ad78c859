/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnStridedSliceAssignV2: a slice of a tensor, replaced. */

#ifndef ACLNNOP_ACLNN_STRIDED_SLICE_ASSIGN_V2_H_
#define ACLNNOP_ACLNN_STRIDED_SLICE_ASSIGN_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnStridedSliceAssignV2: varRef[begin:end:strides] = inputValue. Other elements of varRef do not change.
 * Types: all numeric types and BOOL.
 *
 * @param[in,out] varRef  tensor with the slice
 * @param[in] inputValue  the slice, with all dimensions of varRef; type of varRef
 * @param[in] begin  for each axis the first index; negative numbers count from the end, and are limited to the
 * dimension
 * @param[in] end  for each axis the index after the last one, likewise
 * @param[in] strides  for each axis the distance of indices, above 0
 * @param[in] axesOptional  dimensions of the slice, each once; NULL: the first ones, in order
 */
ACLNN_API aclnnStatus aclnnStridedSliceAssignV2GetWorkspaceSize(
    aclTensor* varRef, const aclTensor* inputValue, const aclIntArray* begin, const aclIntArray* end,
    const aclIntArray* strides, const aclIntArray* axesOptional, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnStridedSliceAssignV2. */
ACLNN_API aclnnStatus aclnnStridedSliceAssignV2(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_STRIDED_SLICE_ASSIGN_V2_H_ */
