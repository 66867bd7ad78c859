/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnScatterReduce, aclnnInplaceScatterReduce: elements reduced at the places that an index tensor names.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. Complex
 * numbers have no extremes, and BOOL has no mean. Index is INT32 or INT64.
 * Arithmetic: elements are combined in the order of the index, with one rounding each. Integers wrap around, and their mean
 * is rounded down. Extremes are NaN where an element is. Sum and largest of BOOL are "or", product and smallest "and".
 * Status codes: 161002 if shapes do not fit. If an index is out of range, nothing is written, and the next synchronize
 * returns 507035.
 * Source: PyTorch's torch.scatter_reduce.
 */

#ifndef ACLNNOP_ACLNN_SCATTER_REDUCE_H_
#define ACLNNOP_ACLNN_SCATTER_REDUCE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterReduce: out = self; out[index[i][j]][j] = the reduction of it and of src[i][j], if dim is 0. Elements that no
 * index names stay.
 * @param[in] self  tensor of at most 8 dimensions
 * @param[in] dim  the dimension along which index counts
 * @param[in] index  INT32 or INT64, from 0 on; not larger than src, nor than self except at dim
 * @param[in] src  of the type and the number of dimensions of self
 * @param[in] reduce  0 replace, 1 sum, 2 product, 3 largest, 4 smallest, 5 mean
 * @param[in] includeSelf  whether the element of self takes part; without effect for 0
 * @param[out] out  the shape and the type of self
 */
ACLNN_API aclnnStatus aclnnScatterReduceGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                         const aclTensor* index, const aclTensor* src,
                                                         int64_t reduce, bool includeSelf, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterReduce. */
ACLNN_API aclnnStatus aclnnScatterReduce(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnInplaceScatterReduce: selfRef[index[i][j]][j] = the reduction of it and of src[i][j], if dim is 0.
 * @param[in,out] selfRef  tensor of at most 8 dimensions
 * @param[in] dim  the dimension along which index counts
 * @param[in] index  INT32 or INT64, from 0 on; not larger than src, nor than selfRef except at dim
 * @param[in] src  of the type and the number of dimensions of selfRef
 * @param[in] reduce  0 replace, 1 sum, 2 product, 3 largest, 4 smallest, 5 mean
 * @param[in] includeSelf  whether the element of selfRef takes part; without effect for 0
 */
ACLNN_API aclnnStatus aclnnInplaceScatterReduceGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                                const aclTensor* index, const aclTensor* src,
                                                                int64_t reduce, bool includeSelf,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnInplaceScatterReduce. */
ACLNN_API aclnnStatus aclnnInplaceScatterReduce(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_REDUCE_H_ */
