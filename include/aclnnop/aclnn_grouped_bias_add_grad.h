/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnGroupedBiasAddGrad, aclnnGroupedBiasAddGradV2: gradient of a bias for each group of rows.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16; out has the type of gradY. Arithmetic: sums in float64, rounded once. A group
 * without rows has sums of 0.
 */

#ifndef ACLNNOP_ACLNN_GROUPED_BIAS_ADD_GRAD_H_
#define ACLNNOP_ACLNN_GROUPED_BIAS_ADD_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedBiasAddGrad: out[g] = sum of the rows of group g.
 *
 * @param[in] gradY  [rows, H] with groupIdxOptional, otherwise [G, C, H], in which a group has C rows
 * @param[in] groupIdxOptional  where each group ends, [G], INT32 or INT64, not descending; the last group ends with
 *     the rows. NULL: none
 * @param[out] out  [G, H]
 * @return an error at synchronize if the groups are not those of the rows
 */
ACLNN_API aclnnStatus aclnnGroupedBiasAddGradGetWorkspaceSize(const aclTensor* gradY,
                                                              const aclTensor* groupIdxOptional,
                                                              aclTensor* out, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnGroupedBiasAddGrad. */
ACLNN_API aclnnStatus aclnnGroupedBiasAddGrad(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnGroupedBiasAddGradV2: aclnnGroupedBiasAddGrad, with groups by their ends or by their sizes.
 *
 * @param[in] gradY  as of aclnnGroupedBiasAddGrad
 * @param[in] groupIdxOptional  [G], INT32 or INT64; NULL: none
 * @param[in] groupIdxType  0: where groups end, 1: how many rows they have
 * @param[out] out  [G, H]
 * @return an error at synchronize if the groups are not those of the rows
 */
ACLNN_API aclnnStatus aclnnGroupedBiasAddGradV2GetWorkspaceSize(const aclTensor* gradY,
                                                                const aclTensor* groupIdxOptional,
                                                                int64_t groupIdxType, aclTensor* out,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnGroupedBiasAddGradV2. */
ACLNN_API aclnnStatus aclnnGroupedBiasAddGradV2(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_BIAS_ADD_GRAD_H_ */
