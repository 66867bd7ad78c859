/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnGeGlu, aclnnGeGluV3: the gated linear unit whose gate is GELU.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim.
 */

#ifndef ACLNNOP_ACLNN_GEGLU_H_
#define ACLNNOP_ACLNN_GEGLU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeGlu: outGelu = gelu(B), out = A gelu(B).
 *
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] dim  dimension that is split in half
 * @param[in] approximate  0: GELU with erf, 1: GELU with tanh
 * @param[out] out  the shape of self with half the size at dim
 * @param[out] outGelu  the shape of out
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGeGluGetWorkspaceSize(const aclTensor* self, int64_t dim, int64_t approximate,
                                                 aclTensor* out, aclTensor* outGelu, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnGeGlu. */
ACLNN_API aclnnStatus aclnnGeGlu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnGeGluV3: with activateLeft, outGelu = gelu(A) and out = gelu(A) B; otherwise outGelu = gelu(B) and out
 * = A gelu(B).
 *
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] dim  dimension that is split in half
 * @param[in] approximate  0: GELU with erf, 1: GELU with tanh
 * @param[in] activateLeft  whether GELU is applied to A
 * @param[out] out  the shape of self with half the size at dim
 * @param[out] outGelu  the shape of out
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGeGluV3GetWorkspaceSize(const aclTensor* self, int64_t dim, int64_t approximate,
                                                   bool activateLeft, aclTensor* out, aclTensor* outGelu,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGeGluV3. */
ACLNN_API aclnnStatus aclnnGeGluV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GEGLU_H_ */
