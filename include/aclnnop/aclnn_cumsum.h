/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCumsum, aclnnCumsumV2: running sums. */

#ifndef ACLNNOP_ACLNN_CUMSUM_H_
#define ACLNNOP_ACLNN_CUMSUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCumsum: out[i] = self[0] + ... + self[i] along dim; elements are converted to dtype first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128. self may
 * also be BOOL. out has type dtype.
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once.
 * Source: PyTorch's torch.cumsum.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to work along
 * @param[in] dtype  type of out
 * @param[out] out  shape of self; type dtype
 */
ACLNN_API aclnnStatus aclnnCumsumGetWorkspaceSize(const aclTensor* self, int64_t dim, aclDataType dtype,
                                                  aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnCumsum. */
ACLNN_API aclnnStatus aclnnCumsum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnCumsumV2: out[i] = self[0] + ... + self[i] along dim, or a sum without self[i], or one from the end.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128. out has
 * the type of self.
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once.
 * Source: PyTorch's torch.cumsum and torch.flip.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to work along
 * @param[in] exclusive  whether each sum excludes its own element
 * @param[in] reverse  whether sums begin at the end: out[i] = self[i] + ... + self[n - 1]
 * @param[out] out  shape of self; type of self
 */
ACLNN_API aclnnStatus aclnnCumsumV2GetWorkspaceSize(const aclTensor* self, int64_t dim, bool exclusive,
                                                    bool reverse, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnCumsumV2. */
ACLNN_API aclnnStatus aclnnCumsumV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CUMSUM_H_ */
