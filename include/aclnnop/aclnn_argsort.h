/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnArgsort: indices that sort a dimension. */

#ifndef ACLNNOP_ACLNN_ARGSORT_H_
#define ACLNNOP_ACLNN_ARGSORT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnArgsort: out = the indices in self of the elements that aclnnSort sorts along dim. NaN is larger than
 * any number; zeros of both signs are equal. Among equal elements the first ones come first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out is INT64. For BOOL,
 * true is larger than false.
 * Source: PyTorch's torch.argsort.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to work along
 * @param[in] descending  largest elements first
 * @param[out] out  shape of self; INT64
 */
ACLNN_API aclnnStatus aclnnArgsortGetWorkspaceSize(const aclTensor* self, int64_t dim, bool descending,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnArgsort. */
ACLNN_API aclnnStatus aclnnArgsort(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ARGSORT_H_ */
