/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnExpSegsum: exponentials of sums of segments. */

#ifndef ACLNNOP_ACLNN_SEGSUM_H_
#define ACLNNOP_ACLNN_SEGSUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnExpSegsum: out[.., i, j] = exp(self[.., j + 1] + ... + self[.., i]) for j < i, 1 for j = i, 0 for j > i.
 * Types: FLOAT, FLOAT16, BFLOAT16; out has the type of self. Arithmetic: each sum in float64, in the order of the
 * segment; the exponential in FLOAT, rounded once.
 * Source: Dao, Gu, "Transformers are SSMs", 2024.
 *
 * @param[in] self  [.., N], 3 or 4 dimensions
 * @param[out] out  [.., N, N]
 */
ACLNN_API aclnnStatus aclnnExpSegsumGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnExpSegsum. */
ACLNN_API aclnnStatus aclnnExpSegsum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SEGSUM_H_ */
