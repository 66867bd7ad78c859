/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHistc: histogram with bins of equal width. */

#ifndef ACLNNOP_ACLNN_HISTC_H_
#define ACLNNOP_ACLNN_HISTC_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHistc: out[b] = the number of elements of self in bin b of the bins of equal width from min to max:
 * element x is in bin (x - min) * bins / (max - min), truncated. Bins include their lower end; the last bin
 * also includes max. Elements outside of the range, and NaN, are not counted. If min and max are equal, the
 * range is that of the elements, which must then be finite; if all elements are equal, they are counted in
 * bin bins / 2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out has the type of self. min
 * and max are converted to that type, for integers to INT64 without a fraction. The bin is computed in the
 * type of self with one rounding per step, as on PyTorch's CPU; in FLOAT for FLOAT16 and BFLOAT16; exactly
 * for integers. Counts are rounded once to the type of out, or wrap around.
 * Source: PyTorch's torch.histc.
 *
 * @param[in] self  any shape
 * @param[in] bins  number of bins; 1 or more
 * @param[in] min  lower end of the range: a real number, finite in the type of self
 * @param[in] max  upper end of the range: likewise, and not less than min
 * @param[out] out  [bins]; type of self
 * @return 507035 if an element is not finite and the range is that of the elements
 */
ACLNN_API aclnnStatus aclnnHistcGetWorkspaceSize(const aclTensor* self, int64_t bins, const aclScalar* min,
                                                 const aclScalar* max, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnHistc. */
ACLNN_API aclnnStatus aclnnHistc(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HISTC_H_ */
