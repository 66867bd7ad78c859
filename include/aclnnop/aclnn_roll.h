/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoll: cyclic shift of elements. */

#ifndef ACLNNOP_ACLNN_ROLL_H_
#define ACLNNOP_ACLNN_ROLL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoll: out = x with element i along dims[k] at i + shifts[k]; elements moved beyond the end reappear at
 * the start.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of x. Source: PyTorch's torch.roll.
 *
 * @param[in] x  any shape
 * @param[in] shifts  one for each of dims, of any size and sign. Without dims a single one, by which all
 *     elements are moved in row-major order
 * @param[in] dims  dimensions; shifts of a dimension that occurs twice are added
 * @param[out] out  the shape of x
 */
ACLNN_API aclnnStatus aclnnRollGetWorkspaceSize(const aclTensor* x, const aclIntArray* shifts,
                                                const aclIntArray* dims, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRoll. */
ACLNN_API aclnnStatus aclnnRoll(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROLL_H_ */
