/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReduceLogSum: the logarithm of a sum. */

#ifndef ACLNNOP_ACLNN_REDUCE_LOG_SUM_H_
#define ACLNNOP_ACLNN_REDUCE_LOG_SUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReduceLogSum: reduce = log(sum of data over axes). The sum of nothing has the logarithm -infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; reduce has the type of data.
 * Arithmetic: sums in float32 lanes, then in float64; the logarithm in float64, rounded once.
 *
 * @param[in] data  operand
 * @param[in] axes  dimensions to reduce
 * @param[in] keepDims  whether they stay, with size 1
 * @param[in] noopWithEmptyAxes  without axes: true: reduce = data, without the logarithm; false: all dimensions
 * @param[out] reduce  shape of data without axes, or with size 1 there
 */
ACLNN_API aclnnStatus aclnnReduceLogSumGetWorkspaceSize(const aclTensor* data, const aclIntArray* axes,
                                                        bool keepDims, bool noopWithEmptyAxes,
                                                        aclTensor* reduce, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnReduceLogSum. */
ACLNN_API aclnnStatus aclnnReduceLogSum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REDUCE_LOG_SUM_H_ */
