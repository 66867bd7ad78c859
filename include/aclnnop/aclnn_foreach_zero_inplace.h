/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachZeroInplace: zeros. */

#ifndef ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachZeroInplace: x[k] = 0, for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. Types may differ within the list.
 * @param[out] x  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(aclTensorList* x, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnForeachZeroInplace. */
ACLNN_API aclnnStatus aclnnForeachZeroInplace(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_ */
