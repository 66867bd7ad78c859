/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMedian, aclnnMedianDim, aclnnNanMedian, aclnnNanMedianDim: medians. */

#ifndef ACLNNOP_ACLNN_MEDIAN_H_
#define ACLNNOP_ACLNN_MEDIAN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMedian: valuesOut = the median of the elements of self, or NaN if an element is NaN. If
 * two elements are in the middle, the smaller one is the median.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. valuesOut has the type of self.
 * Source: PyTorch's torch.median.
 *
 * @param[in] self  tensor of any shape with at least one element
 * @param[out] valuesOut  one element; type of self
 * @return 161002 if self has no elements
 */
ACLNN_API aclnnStatus aclnnMedianGetWorkspaceSize(const aclTensor* self, aclTensor* valuesOut,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMedian. */
ACLNN_API aclnnStatus aclnnMedian(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnMedianDim: valuesOut = the median of the elements of self along dim, or NaN if an element is NaN. If
 * two elements are in the middle, the smaller one is the median. indicesOut = the index of the element that a
 * stable sort puts in the middle, or of the first NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. valuesOut has the type of self,
 * indicesOut is INT64.
 * Source: PyTorch's torch.median.
 *
 * @param[in] self  tensor of any shape with at least one element along dim, unless the outputs are empty
 * @param[in] dim  dimension to work along
 * @param[in] keepDim  whether outputs keep the dimension with size 1
 * @param[out] valuesOut  shape of self without dim, or with size 1 there; type of self
 * @param[out] indicesOut  the same shape; INT64
 * @return 161002 if dim has no elements
 */
ACLNN_API aclnnStatus aclnnMedianDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepDim,
                                                     aclTensor* valuesOut, aclTensor* indicesOut,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMedianDim. */
ACLNN_API aclnnStatus aclnnMedianDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnNanMedian: valuesOut = the median of the elements of self that are not NaN, or NaN if all are NaN. If
 * two elements are in the middle, the smaller one is the median.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. valuesOut has the type of self.
 * Source: PyTorch's torch.nanmedian.
 *
 * @param[in] self  tensor of any shape with at least one element
 * @param[out] valuesOut  one element; type of self
 * @return 161002 if self has no elements
 */
ACLNN_API aclnnStatus aclnnNanMedianGetWorkspaceSize(const aclTensor* self, aclTensor* valuesOut,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNanMedian. */
ACLNN_API aclnnStatus aclnnNanMedian(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnNanMedianDim: valuesOut = the median of the elements of self along dim that are not NaN, or NaN if all
 * are NaN. If two elements are in the middle, the smaller one is the median. indicesOut = the index of the
 * element that a stable sort puts in the middle, or of the first NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. valuesOut has the type of self,
 * indicesOut is INT64.
 * Source: PyTorch's torch.nanmedian.
 *
 * @param[in] self  tensor of any shape with at least one element along dim, unless the outputs are empty
 * @param[in] dim  dimension to work along
 * @param[in] keepDim  whether outputs keep the dimension with size 1
 * @param[out] valuesOut  shape of self without dim, or with size 1 there; type of self
 * @param[out] indicesOut  the same shape; INT64
 * @return 161002 if dim has no elements
 */
ACLNN_API aclnnStatus aclnnNanMedianDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepDim,
                                                        aclTensor* valuesOut, aclTensor* indicesOut,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNanMedianDim. */
ACLNN_API aclnnStatus aclnnNanMedianDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MEDIAN_H_ */
