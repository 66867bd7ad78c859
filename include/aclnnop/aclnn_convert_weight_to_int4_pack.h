/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnConvertWeightToINT4Pack: numbers of 4 bits packed for products with weights of INT4. */

#ifndef ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_
#define ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnConvertWeightToINT4Pack: the lowest 4 bits of each element, packed along rows: two in a byte of INT4, or eight in an
 * INT32, the first one in the lowest bits.
 *
 * Both tensors are plain, or in FRACTAL_NZ with the matrix as view; the view of weightInt4Pack may also have the storage dims. Blocks
 * are filled up with zeros.
 *
 * @param[in] weight  [r, c], INT32, with values from -8 to 7
 * @param[out] weightInt4Pack  [r, c], INT4, with an even c; or [r, c / 8], INT32. Rows of INT4 begin and end with whole bytes
 */
ACLNN_API aclnnStatus aclnnConvertWeightToINT4PackGetWorkspaceSize(const aclTensor* weight,
                                                                   aclTensor* weightInt4Pack,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnConvertWeightToINT4Pack. */
ACLNN_API aclnnStatus aclnnConvertWeightToINT4Pack(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_ */
