/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCummax: running maximum with indices. */

#ifndef ACLNNOP_ACLNN_CUMMAX_H_
#define ACLNNOP_ACLNN_CUMMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCummax: valuesOut[i] = the largest of self[0], ..., self[i] along dim, indicesOut[i] = its index.
 * Among equal elements the last one counts. From the first NaN on, values are NaN and the last NaN counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. valuesOut has the type of
 * self, indicesOut is INT64 or INT32.
 * Source: PyTorch's torch.cummax.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to work along
 * @param[out] valuesOut  shape of self; type of self
 * @param[out] indicesOut  shape of self; INT64 or INT32
 */
ACLNN_API aclnnStatus aclnnCummaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* valuesOut,
                                                  aclTensor* indicesOut, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnCummax. */
ACLNN_API aclnnStatus aclnnCummax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CUMMAX_H_ */
