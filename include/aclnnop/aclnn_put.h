/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplacePut: writes or adds elements at given indices of a flattened tensor. */

#ifndef ACLNNOP_ACLNN_PUT_H_
#define ACLNNOP_ACLNN_PUT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplacePut: selfRef.flatten()[index[i...]] = source[i...], or += source[i...]. Among equal indices the
 * last one in row-major order wins; sums include all of them, in this order, as in aclnnIndexPutImpl.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. source has the type of selfRef. Source: PyTorch's Tensor.put_. Indices are INT64 or
 * INT32.
 *
 * @param[in,out] selfRef  any shape
 * @param[in] index  any shape; values in [-elements of selfRef, elements of selfRef), negative numbers count
 *     from the end
 * @param[in] source  as many elements as index, in row-major order
 * @param[in] accumulate  whether values are added
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnInplacePutGetWorkspaceSize(aclTensor* selfRef, const aclTensor* index,
                                                      const aclTensor* source, bool accumulate,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplacePut. */
ACLNN_API aclnnStatus aclnnInplacePut(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PUT_H_ */
