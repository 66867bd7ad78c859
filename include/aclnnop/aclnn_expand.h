/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnExpand: a tensor repeated along dimensions of size 1. */

#ifndef ACLNNOP_ACLNN_EXPAND_H_
#define ACLNNOP_ACLNN_EXPAND_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnExpand: out = self broadcast to size, as a copy.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, COMPLEX64,
 * COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2. Elements are copied bit by bit.
 * Source: PyTorch's torch.Tensor.expand.
 *
 * @param[in] self  tensor of at most 8 dimensions
 * @param[in] size  the shape of out, of at least as many dimensions as self; -1 keeps a dimension of self
 * @param[out] out  the shape in size; type of self
 * @return 161002 if self does not broadcast to size
 */
ACLNN_API aclnnStatus aclnnExpandGetWorkspaceSize(const aclTensor* self, const aclIntArray* size,
                                                  aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnExpand. */
ACLNN_API aclnnStatus aclnnExpand(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EXPAND_H_ */
