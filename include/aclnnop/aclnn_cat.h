/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCat: concatenation along a dimension. */

#ifndef ACLNNOP_ACLNN_CAT_H_
#define ACLNNOP_ACLNN_CAT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCat: out = the tensors one after the other along dim.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * Tensors promote. Source: PyTorch's torch.cat.
 * @param[in] tensors  at least one, any number; of one shape except dim, and of 1 to 8 dimensions. Tensors of
 *     shape [0] are left out, whatever the others are
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[out] out  the shape of the tensors with their sizes along dim summed
 */
ACLNN_API aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList* tensors, int64_t dim, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCat. */
ACLNN_API aclnnStatus aclnnCat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CAT_H_ */
