/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceMaskedScatter: writes the elements of a tensor, in order, where a mask is true. */

#ifndef ACLNNOP_ACLNN_MASKED_SCATTER_H_
#define ACLNNOP_ACLNN_MASKED_SCATTER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceMaskedScatter: the k-th element of selfRef, in row-major order, at which mask is true becomes
 * the k-th element of source.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. source has the type of selfRef; mask is BOOL or UINT8, where every element that is
 * not zero is true. Source: PyTorch's Tensor.masked_scatter_.
 *
 * @param[in,out] selfRef  any shape
 * @param[in] mask  a shape that broadcasts to that of selfRef
 * @param[in] source  any shape, with at least as many elements as mask has true ones
 * @return 507035 if mask selects more elements than source has
 */
ACLNN_API aclnnStatus aclnnInplaceMaskedScatterGetWorkspaceSize(aclTensor* selfRef, const aclTensor* mask,
                                                                const aclTensor* source,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnInplaceMaskedScatter. */
ACLNN_API aclnnStatus aclnnInplaceMaskedScatter(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MASKED_SCATTER_H_ */
