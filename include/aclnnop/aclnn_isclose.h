/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsClose: whether elements are close. */

#ifndef ACLNNOP_ACLNN_ISCLOSE_H_
#define ACLNNOP_ACLNN_ISCLOSE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsClose: out = whether |self - other| <= atol + rtol * |other|.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Both operands have one type. The result is BOOL; out has any type.
 * Arithmetic: float64 for DOUBLE, integers and BOOL. An infinity is close only to itself.
 * Shapes: the operands broadcast.
 *
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[in] rtol  relative tolerance
 * @param[in] atol  absolute tolerance
 * @param[in] equalNan  whether two NaNs are close
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnIsCloseGetWorkspaceSize(const aclTensor* self, const aclTensor* other, double rtol,
                                                   double atol, bool equalNan, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIsClose. */
ACLNN_API aclnnStatus aclnnIsClose(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISCLOSE_H_ */
