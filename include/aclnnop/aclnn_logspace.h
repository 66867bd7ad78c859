/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogSpace: powers of a base, whose exponents are evenly spaced. */

#ifndef ACLNNOP_ACLNN_LOGSPACE_H_
#define ACLNNOP_ACLNN_LOGSPACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSpace: result = base^e for the exponents e = start, start + (end - start) / (steps - 1), ..., end.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. The scalars have any real type.
 * Arithmetic: in float64, the first half of the exponents from start and the second half from end. The power is
 * converted to the type of result; fractions are truncated for an integer type, and those of start and end before that
 * unless steps is 1, as PyTorch does.
 * Shapes: any; elements count in row-major order. Source: PyTorch's torch.logspace.
 *
 * @param[in] start  the first exponent
 * @param[in] end  the last exponent
 * @param[in] steps  number of elements
 * @param[in] base  any number; of a negative one, powers with fractions in their exponents are NaN
 * @param[out] result  steps elements
 * @return 161002 if steps is negative
 */
ACLNN_API aclnnStatus aclnnLogSpaceGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                                    int64_t steps, double base, aclTensor* result,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLogSpace. */
ACLNN_API aclnnStatus aclnnLogSpace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGSPACE_H_ */
