/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEinsum: a sum of products of two tensors, by an equation of letters. */

#ifndef ACLNNOP_ACLNN_EINSUM_H_
#define ACLNNOP_ACLNN_EINSUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEinsum: output = the sum of the products of two tensors by an equation.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32,
 * UINT64. Integers wrap around.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * The equation has a letter for each dimension: "bhid,bhijd->bhij". A dimension of both tensors has one size in
 * both, or size 1 in one of them, which then repeats. The result is the product at the same letters, summed over the
 * letter that it lacks, if there is one. Without "->" the result has the letters that occur once, in
 * alphabetical order. Spaces have no meaning.
 * Restrictions: a tensor has no letter twice, there is no ellipsis, and at most one letter is summed. The result has at
 * most 8 letters; where it lacks one that only the first tensor has, or one that only the second has, one less for each.
 * Source: torch.einsum.
 *
 * @param[in] tensors  two tensors of one type
 * @param[in] equation  letters of the first tensor, a comma, letters of the second, and "->" with those of the result
 * @param[out] output  the sizes of its letters
 */
ACLNN_API aclnnStatus aclnnEinsumGetWorkspaceSize(const aclTensorList* tensors, const char* equation,
                                                  aclTensor* output, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnEinsum. */
ACLNN_API aclnnStatus aclnnEinsum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EINSUM_H_ */
