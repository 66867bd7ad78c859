/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSearchSorted, aclnnSearchSorteds: positions of values in sorted sequences. */

#ifndef ACLNNOP_ACLNN_SEARCHSORTED_H_
#define ACLNNOP_ACLNN_SEARCHSORTED_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSearchSorted: out = the positions in the sequences of sortedSequence at which self could be inserted
 * without breaking the order. The position of a value is that of the first element that is not less than it
 * or, if right is true, of the first element that is greater; the number of elements if there is no such
 * element. NaN is larger than any number and equal to NaN; zeros of both signs are equal. If the elements are
 * not sorted, the position is some number from 0 to their number, the same on every run.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. self and sortedSequence may have
 * different types: they are compared in the promoted type, INT32 and FLOAT in FLOAT.
 * Source: PyTorch's torch.searchsorted.
 *
 * @param[in] sortedSequence  sequences along the last dimension, in ascending order, or in the order of
 *     sorter; 1 to 8 dimensions
 * @param[in] self  any shape if sortedSequence has 1 dimension; otherwise its shape, except the last
 *     dimension
 * @param[in] outInt32  out is INT32, otherwise of INT64
 * @param[in] right  whether the position is after equal elements, otherwise before them
 * @param[in] sorter  NULL, or INT64 of the shape of sortedSequence: the indices that sort each sequence; from
 *     0 to below their number
 * @param[out] out  shape of self
 * @return 161002 if outInt32 is true and a sequence has more elements than an INT32 can count. 507035 if a
 *     value of sorter is not the index of an element
 */
ACLNN_API aclnnStatus aclnnSearchSortedGetWorkspaceSize(const aclTensor* sortedSequence,
                                                        const aclTensor* self, bool outInt32, bool right,
                                                        const aclTensor* sorter, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSearchSorted. */
ACLNN_API aclnnStatus aclnnSearchSorted(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnSearchSorteds: out = the positions in sortedSequence at which self could be inserted without breaking
 * the order. The position of a value is that of the first element that is not less than it or, if right is
 * true, of the first element that is greater; the number of elements if there is no such element. NaN is
 * larger than any number and equal to NaN; zeros of both signs are equal. If the elements are not sorted, the
 * position is some number from 0 to their number, the same on every run.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. The scalar is compared in the
 * type of sortedSequence; a floating-point scalar with integers in FLOAT.
 * Source: PyTorch's torch.searchsorted.
 *
 * @param[in] sortedSequence  one sequence, in ascending order, or in the order of sorter; 1 dimension
 * @param[in] self  a number of a real type, or a truth value
 * @param[in] outInt32  out is INT32, otherwise of INT64
 * @param[in] right  whether the position is after equal elements, otherwise before them
 * @param[in] sorter  NULL, or INT64 of the shape of sortedSequence: the indices that sort each sequence; from
 *     0 to below their number
 * @param[out] out  one element
 * @return 161002 if self is complex; outInt32 is true and the sequence has more elements than an INT32 can
 *     count. 507035 if a value of sorter is not the index of an element
 */
ACLNN_API aclnnStatus aclnnSearchSortedsGetWorkspaceSize(const aclTensor* sortedSequence,
                                                         const aclScalar* self, bool outInt32, bool right,
                                                         const aclTensor* sorter, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSearchSorteds. */
ACLNN_API aclnnStatus aclnnSearchSorteds(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SEARCHSORTED_H_ */
