/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTrace: the sum of a matrix's diagonal. */

#ifndef ACLNNOP_ACLNN_TRACE_H_
#define ACLNNOP_ACLNN_TRACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTrace: out = sum of self[i, i].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are added in float32, in 16 interleaved sums of at most 32 terms,
 * and these in float64; the result is rounded once. DOUBLE is added in float64. Integers and truth values are
 * added as INT64, which wraps around. Complex numbers are added part by part. The order of additions depends
 * only on shape and dims. The sum of no elements is 0.
 * Source: PyTorch's torch.trace.
 *
 * @param[in] self  [n, m], which may be empty
 * @param[out] out  one element; INT64 if self has an integer type or BOOL, otherwise type of self
 * @return 161002 if self does not have 2 dimensions
 */
ACLNN_API aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTrace. */
ACLNN_API aclnnStatus aclnnTrace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRACE_H_ */
