/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSliceV2: every so many-th element along several dimensions. */

#ifndef ACLNNOP_ACLNN_SLICE_V2_H_
#define ACLNNOP_ACLNN_SLICE_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSliceV2: out = self[starts[k]:ends[k]:steps[k]] along the dimension axes[k], for each k.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, COMPLEX64,
 * COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2. Elements are copied bit by bit.
 * Source: ONNX's Slice.
 *
 * @param[in] self  tensor of at most 8 dimensions
 * @param[in] starts  first indices; negative numbers count from the end, and numbers out of range become the nearest end
 * @param[in] ends  indices after the last one, likewise; a range that ends before it starts is empty
 * @param[in] axes  dimensions, each at most once; negative numbers count from the end
 * @param[in] steps  above 0
 * @param[out] out  the shape of self with ceil((ends[k] - starts[k]) / steps[k]) elements along axes[k]; type of self
 * @return 161002 if the lists differ in length; a dimension occurs twice
 */
ACLNN_API aclnnStatus aclnnSliceV2GetWorkspaceSize(const aclTensor* self, const aclIntArray* starts,
                                                   const aclIntArray* ends, const aclIntArray* axes,
                                                   const aclIntArray* steps, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSliceV2. */
ACLNN_API aclnnStatus aclnnSliceV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SLICE_V2_H_ */
