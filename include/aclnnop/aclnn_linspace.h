/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLinspace: evenly spaced numbers, from start to end. */

#ifndef ACLNNOP_ACLNN_LINSPACE_H_
#define ACLNNOP_ACLNN_LINSPACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLinspace: out = start, start + (end - start) / (steps - 1), ..., end.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. The scalars have any real type.
 * Arithmetic: in float64, the first half from start and the second half from end, so that both ends are
 * exact. The result is converted to the type of out; fractions are truncated for an integer type.
 * Shapes: any; elements count in row-major order.
 *
 * @param[in] start  the first number
 * @param[in] end  the last number
 * @param[in] steps  number of elements
 * @param[out] out  steps elements
 * @return 161002 if steps is negative
 */
ACLNN_API aclnnStatus aclnnLinspaceGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                                    int64_t steps, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnLinspace. */
ACLNN_API aclnnStatus aclnnLinspace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LINSPACE_H_ */
