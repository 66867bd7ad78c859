/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRange: evenly spaced numbers, from start up to end. */

#ifndef ACLNNOP_ACLNN_RANGE_H_
#define ACLNNOP_ACLNN_RANGE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRange: out = start, start + step, ... up to end.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. The scalars have any real type.
 * Arithmetic: element i is start + i * step, with one rounding, in float64; in INT64 if out has an integer
 * type (start and step are then truncated) or both scalars are integers. The result is converted to the type
 * of out, integers by wrapping around.
 * Shapes: any; elements count in row-major order.
 *
 * @param[in] start  the first number
 * @param[in] end  end of the numbers
 * @param[in] step  the distance between neighbours; not 0
 * @param[out] out  one element more than the number of whole steps from start to end
 * @return 161002 if step is 0 or leads away from end; out has another number of elements (if rounding
 *     decides, than either)
 */
ACLNN_API aclnnStatus aclnnRangeGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                                 const aclScalar* step, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRange. */
ACLNN_API aclnnStatus aclnnRange(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RANGE_H_ */
