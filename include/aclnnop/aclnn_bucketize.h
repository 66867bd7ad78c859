/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBucketize: buckets of values between boundaries. */

#ifndef ACLNNOP_ACLNN_BUCKETIZE_H_
#define ACLNNOP_ACLNN_BUCKETIZE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBucketize: out = the positions in boundaries at which the elements of self could be inserted without
 * breaking the order: the number of the bucket of each element, 0 before the first boundary. The position of
 * a value is that of the first element that is not less than it or, if right is true, of the first element
 * that is greater; the number of elements if there is no such element. NaN is larger than any number and
 * equal to NaN; zeros of both signs are equal. If the elements are not sorted, the position is some number
 * from 0 to their number, the same on every run.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. self and boundaries may have
 * different types: they are compared in the promoted type, INT32 and FLOAT in FLOAT.
 * Source: PyTorch's torch.bucketize.
 *
 * @param[in] self  any shape
 * @param[in] boundaries  sorted in ascending order; 1 dimension
 * @param[in] outInt32  out is INT32, otherwise of INT64
 * @param[in] right  whether a value equal to a boundary belongs to the bucket after it, otherwise to the one
 *     before
 * @param[out] out  shape of self
 * @return 161002 if outInt32 is true and there are more boundaries than an INT32 can count
 */
ACLNN_API aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor* self, const aclTensor* boundaries,
                                                     bool outInt32, bool right, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBucketize. */
ACLNN_API aclnnStatus aclnnBucketize(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BUCKETIZE_H_ */
