/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRandperm: a random permutation. */

#ifndef ACLNNOP_ACLNN_RANDPERM_H_
#define ACLNNOP_ACLNN_RANDPERM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRandperm: out = the numbers from 0 to n - 1 in random order; every order has the same probability, up
 * to 2^-64 for each number.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. The order does not depend on
 * the type. The random numbers follow from seed and offset (see aclnn_base.h). Source: PyTorch's
 * torch.randperm.
 *
 * @param[in] n  from 0 to the largest number up to which the type of out represents all integers
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  [n]
 */
ACLNN_API aclnnStatus aclnnRandpermGetWorkspaceSize(int64_t n, int64_t seed, int64_t offset, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRandperm. */
ACLNN_API aclnnStatus aclnnRandperm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RANDPERM_H_ */
