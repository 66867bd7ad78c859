/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnScatter, aclnnInplaceScatter, aclnnScatterValue, aclnnInplaceScatterValue: writes elements at
 * the positions of an index tensor.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. out has the type of self. Source: PyTorch's torch.scatter
 * and torch.scatter_reduce.
 */

#ifndef ACLNNOP_ACLNN_SCATTER_H_
#define ACLNNOP_ACLNN_SCATTER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatter: out = self, with out[index[i, j, k], j, k] = src[i, j, k] for dim 0, and accordingly for
 * other dimensions.
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as self, no larger than self except along dim; values in [0, size of
 *     dim)
 * @param[in] src  as many dimensions as index, of sizes no smaller; of the type of self
 * @param[in] reduce  0: the element becomes that of src, the last one in row-major order if there are
 *     several; 1: it is added; 2: multiplied, with FLOAT16 and BFLOAT16 computed in float32 and rounded at
 *     each step
 * @param[out] out  the shape of self; may be self
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnScatterGetWorkspaceSize(const aclTensor* self, int64_t dim, const aclTensor* index,
                                                   const aclTensor* src, int64_t reduce, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatter. */
ACLNN_API aclnnStatus aclnnScatter(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceScatter: selfRef[index[i, j, k], j, k] = src[i, j, k] for dim 0, and accordingly for other
 * dimensions.
 * @param[in,out] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as selfRef, no larger than selfRef except along dim; values in [0,
 *     size of dim)
 * @param[in] src  as many dimensions as index, of sizes no smaller; of the type of selfRef
 * @param[in] reduce  0: the element becomes that of src, the last one in row-major order if there are
 *     several; 1: it is added; 2: multiplied, with FLOAT16 and BFLOAT16 computed in float32 and rounded at
 *     each step
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnInplaceScatterGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                          const aclTensor* index, const aclTensor* src,
                                                          int64_t reduce, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnInplaceScatter. */
ACLNN_API aclnnStatus aclnnInplaceScatter(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnScatterValue: out = self, with out[index[i, j, k], j, k] = value for dim 0, and accordingly for other
 * dimensions.
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as self, no larger than self except along dim; values in [0, size of
 *     dim)
 * @param[in] value  scalar, converted to the type of self as in aclnnCast
 * @param[in] reduce  0: the element becomes value, the last one in row-major order if there are several; 1:
 *     it is added; 2: multiplied, with FLOAT16 and BFLOAT16 computed in float32 and rounded at each step
 * @param[out] out  the shape of self; may be self
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnScatterValueGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                        const aclTensor* index, const aclScalar* value,
                                                        int64_t reduce, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterValue. */
ACLNN_API aclnnStatus aclnnScatterValue(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnInplaceScatterValue: selfRef[index[i, j, k], j, k] = value for dim 0, and accordingly for other
 * dimensions.
 * @param[in,out] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as selfRef, no larger than selfRef except along dim; values in [0,
 *     size of dim)
 * @param[in] value  scalar, converted to the type of self as in aclnnCast
 * @param[in] reduce  0: the element becomes value, the last one in row-major order if there are several; 1:
 *     it is added; 2: multiplied, with FLOAT16 and BFLOAT16 computed in float32 and rounded at each step
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnInplaceScatterValueGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                               const aclTensor* index, const aclScalar* value,
                                                               int64_t reduce, uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnInplaceScatterValue. */
ACLNN_API aclnnStatus aclnnInplaceScatterValue(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_H_ */
