/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsInTensorScalar: whether elements are equal to a number. */

#ifndef ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_
#define ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsInTensorScalar: out = (element == testElement) != invert, for each element.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL, COMPLEX64,
 * COMPLEX128. out may have any of these types, UINT32 or UINT64, and holds 0 and 1. The two are compared in
 * the type that they promote to, as in aclnnEqScalar. NaN is equal to nothing. Source: PyTorch's torch.isin.
 *
 * @param[in] element  any shape
 * @param[in] testElement  any number
 * @param[in] assumeUnique  no effect
 * @param[in] invert  whether out is true for the elements that differ
 * @param[out] out  shape of element
 */
ACLNN_API aclnnStatus aclnnIsInTensorScalarGetWorkspaceSize(const aclTensor* element,
                                                            const aclScalar* testElement, bool assumeUnique,
                                                            bool invert, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnIsInTensorScalar. */
ACLNN_API aclnnStatus aclnnIsInTensorScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_ */
