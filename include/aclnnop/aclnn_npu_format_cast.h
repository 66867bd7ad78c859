/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnNpuFormatCast, aclnnNpuFormatCastCalculateSizeAndFormat: tensors into the private format
 * FRACTAL_NZ, and back.
 *
 * In FRACTAL_NZ a matrix [r, c] is stored as [ceil(c / w), ceil(r / 16), 16, w]: element (i, j) is
 * [j / w][i / 16][i % 16][j % w]. The others are 0. Dimensions before the last two are batches, in front. The
 * width w is 32 bytes of elements for the label FRACTAL_NZ, and 16 or 32 elements for FRACTAL_NZ_C0_16 and
 * FRACTAL_NZ_C0_32. A tensor in the format has the label, and these as its storage dimensions; its view
 * keeps the dimensions of the matrices.
 */

#ifndef ACLNNOP_ACLNN_NPU_FORMAT_CAST_H_
#define ACLNNOP_ACLNN_NPU_FORMAT_CAST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNpuFormatCastCalculateSizeAndFormat: which storage dimensions and label the result of
 * aclnnNpuFormatCast has. A call of the host only, without phases.
 *
 * @param[in] srcTensor  tensor to be cast, any type that aclnnNpuFormatCast takes; 2 to 6 dimensions, not
 *     empty
 * @param[in] dstFormat  ACL_FORMAT_FRACTAL_NZ, or ACL_FORMAT_ND for the way back
 * @param[in] additionalDtype  an aclDataType: that of srcTensor, or the one that it will be computed with.
 *     For FLOAT and INT32 that is ACL_FLOAT16 or ACL_BF16, which gives FRACTAL_NZ_C0_16, or ACL_FLOAT8_E4M3FN
 *     for FLOAT, which gives FRACTAL_NZ_C0_32
 * @param[out] dstShape  storage dimensions, by new int64_t[]: the caller frees them with delete[]
 * @param[out] dstShapeSize  how many
 * @param[out] actualFormat  the label: an aclFormat
 * @return 361001 for a format, or a pair of types that is not supported
 */
ACLNN_API aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor* srcTensor, int dstFormat,
                                                               int additionalDtype, int64_t** dstShape,
                                                               uint64_t* dstShapeSize, int* actualFormat);

/**
 * aclnnNpuFormatCast: the same elements in another format: from a plain one to FRACTAL_NZ, back, or from one
 * width to another. Of plain tensors it is a copy.
 * Types: all whose elements have 1 to 16 whole bytes.
 *
 * @param[in] srcTensor  tensor; in FRACTAL_NZ contiguous, of 2 to 6 dimensions
 * @param[out] dstTensor  type and view dimensions of srcTensor; in FRACTAL_NZ contiguous
 * @return 161002 if the storage dimensions of a tensor in FRACTAL_NZ do not fit its view
 */
ACLNN_API aclnnStatus aclnnNpuFormatCastGetWorkspaceSize(const aclTensor* srcTensor, aclTensor* dstTensor,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNpuFormatCast. */
ACLNN_API aclnnStatus aclnnNpuFormatCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NPU_FORMAT_CAST_H_ */
