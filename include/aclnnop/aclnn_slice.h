/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSlice: slice of a dimension with a step. */

#ifndef ACLNNOP_ACLNN_SLICE_H_
#define ACLNNOP_ACLNN_SLICE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSlice: out = elements start, start + step, ... of self along dim, before end.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's self[start:end:step].
 * @param[in] self  1 to 8 dimensions
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] start  first index; a negative number counts from the end, and a number beyond an end of the
 *     dimension is that end
 * @param[in] end  index after the last one, treated like start; before start: no elements
 * @param[in] step  at least 1
 * @param[out] out  the shape of self with the number of these elements at dim
 */
ACLNN_API aclnnStatus aclnnSliceGetWorkspaceSize(const aclTensor* self, int64_t dim, int64_t start,
                                                 int64_t end, int64_t step, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSlice. */
ACLNN_API aclnnStatus aclnnSlice(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SLICE_H_ */
