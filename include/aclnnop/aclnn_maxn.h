/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxN: the largest elements of the tensors of a list. */

#ifndef ACLNNOP_ACLNN_MAXN_H_
#define ACLNNOP_ACLNN_MAXN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxN: out = max(tensors[0], tensors[1], ...). The tensors broadcast.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8; all tensors have one type.
 * NaN is the largest.
 * @param[in] tensors  a list of at least one tensor
 * @param[out] out  the broadcast shape of the tensors
 */
ACLNN_API aclnnStatus aclnnMaxNGetWorkspaceSize(const aclTensorList* tensors, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxN. */
ACLNN_API aclnnStatus aclnnMaxN(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAXN_H_ */
