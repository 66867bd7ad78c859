/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddN: the sum of the tensors of a list that have one shape. */

#ifndef ACLNNOP_ACLNN_ADD_N_H_
#define ACLNNOP_ACLNN_ADD_N_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddN: out = tensors[0] + tensors[1] + ...
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8; all tensors have one type.
 * Arithmetic: sums in float64, in the order of the list, rounded once; integers wrap around.
 * @param[in] tensors  a list of at least one tensor
 * @param[out] out  shape of the tensors, which is one
 */
ACLNN_API aclnnStatus aclnnAddNGetWorkspaceSize(const aclTensorList* tensors, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddN. */
ACLNN_API aclnnStatus aclnnAddN(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_N_H_ */
