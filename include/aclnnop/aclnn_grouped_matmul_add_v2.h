/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulAddV2: aclnnGroupedMatmulAdd with groups by their ends or by their sizes. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_V2_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulAddV2: aclnnGroupedMatmulAdd, which describes all but the last argument.
 *
 * @param[in] x  [K, m], or [m, K] if transposeX is false
 * @param[in] weight  [K, n], or [n, K] if transposeWeight is true
 * @param[in] groupList  [groups]
 * @param[in,out] yRef  [groups, m, n], or [groups * m, n]
 * @param[in] transposeX  whether x is transposed as a factor: true has it as [K, m]
 * @param[in] transposeWeight  whether weight is
 * @param[in] groupType  2: groups are parts of the depth
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulAddV2GetWorkspaceSize(const aclTensor* x, const aclTensor* weight,
                                                              const aclTensor* groupList, aclTensor* yRef,
                                                              bool transposeX, bool transposeWeight,
                                                              int64_t groupType, int64_t groupListType,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulAddV2. */
ACLNN_API aclnnStatus aclnnGroupedMatmulAddV2(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_V2_H_ */
