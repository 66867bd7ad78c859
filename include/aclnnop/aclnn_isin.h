/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsInScalarTensor: whether a number is among the elements of a tensor. */

#ifndef ACLNNOP_ACLNN_ISIN_H_
#define ACLNNOP_ACLNN_ISIN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsInScalarTensor: with an out of one element, out = (whether any of testElements is equal to element)
 * != invert. With an out of the shape of testElements, out = (element == testElements) != invert, for each
 * element.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL, COMPLEX64,
 * COMPLEX128. out may have any of these types, UINT32 or UINT64, and holds 0 and 1. The two are compared in
 * the type that they promote to, as in aclnnEqScalar. NaN is equal to nothing. Source: PyTorch's torch.isin.
 *
 * @param[in] element  any number
 * @param[in] testElements  any shape
 * @param[in] assumeUnique  no effect
 * @param[in] invert  whether the result is inverted
 * @param[out] out  one element, in any number of dimensions, or shape of testElements
 */
ACLNN_API aclnnStatus aclnnIsInScalarTensorGetWorkspaceSize(const aclScalar* element,
                                                            const aclTensor* testElements, bool assumeUnique,
                                                            bool invert, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnIsInScalarTensor. */
ACLNN_API aclnnStatus aclnnIsInScalarTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISIN_H_ */
