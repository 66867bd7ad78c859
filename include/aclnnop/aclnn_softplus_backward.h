/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftplusBackward: gradient of aclnnSoftplus. */

#ifndef ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_
#define ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftplusBackward: gradInput = beta self > threshold ? gradOutput : gradOutput / (1 + e^(-beta self)).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Inputs may also be INT8, INT16, INT32, INT64, UINT8 and BOOL.
 * Operands promote. Integers with integers give FLOAT.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] beta  scalar of any type
 * @param[in] threshold  scalar of any type
 * @param[out] gradInput  gradient for self; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                            const aclTensor* self, const aclScalar* beta,
                                                            const aclScalar* threshold, aclTensor* gradInput,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnSoftplusBackward. */
ACLNN_API aclnnStatus aclnnSoftplusBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_ */
