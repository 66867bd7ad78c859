/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachCopy: copies of a list. */

#ifndef ACLNNOP_ACLNN_FOREACH_COPY_H_
#define ACLNNOP_ACLNN_FOREACH_COPY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachCopy: dst[k] = src[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. A tensor and its copy may differ in type: conversions round to nearest even,
 * truncate to integers, and wrap around between integers, as aclnnInplaceCopy does.
 *
 * @param[in] src  list of tensors
 * @param[out] dst  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachCopyGetWorkspaceSize(const aclTensorList* src, aclTensorList* dst,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachCopy. */
ACLNN_API aclnnStatus aclnnForeachCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_COPY_H_ */
