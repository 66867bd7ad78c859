/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRenorm, aclnnInplaceRenorm: slices with a bounded norm. */

#ifndef ACLNNOP_ACLNN_RENORM_H_
#define ACLNNOP_ACLNN_RENORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRenorm: out = self, in which each slice along dim whose norm of order p is above maxNorm is scaled
 * down to it.
 * Types: FLOAT, FLOAT16, BFLOAT16. Norms are computed in float32 and summed in blocks. A slice with a norm
 * of at most maxNorm or NaN is not changed; others are multiplied by maxNorm / (norm + 1e-7). The norm of
 * order 0 is the number of elements other than 0, and that of an infinite order the largest magnitude.
 * Source: PyTorch's torch.renorm.
 *
 * @param[in] self  2 to 8 dimensions
 * @param[in] p  order of the norm, from 0 to infinity
 * @param[in] dim  dimension to work along
 * @param[in] maxNorm  bound, from 0
 * @param[out] out  shape and type of self
 * @return 161002 if p or maxNorm is negative or NaN
 */
ACLNN_API aclnnStatus aclnnRenormGetWorkspaceSize(const aclTensor* self, const aclScalar* p, int64_t dim,
                                                  const aclScalar* maxNorm, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRenorm. */
ACLNN_API aclnnStatus aclnnRenorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnInplaceRenorm: as aclnnRenorm, in place.
 *
 * @param[in,out] selfRef  2 to 8 dimensions
 * @param[in] p  order of the norm, from 0 to infinity
 * @param[in] dim  dimension to work along
 * @param[in] maxNorm  bound, from 0
 * @return 161002 if p or maxNorm is negative or NaN
 */
ACLNN_API aclnnStatus aclnnInplaceRenormGetWorkspaceSize(aclTensor* selfRef, const aclScalar* p, int64_t dim,
                                                         const aclScalar* maxNorm, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnInplaceRenorm. */
ACLNN_API aclnnStatus aclnnInplaceRenorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RENORM_H_ */
