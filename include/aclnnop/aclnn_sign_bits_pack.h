/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSignBitsPack: signs as bits. */

#ifndef ACLNNOP_ACLNN_SIGN_BITS_PACK_H_
#define ACLNNOP_ACLNN_SIGN_BITS_PACK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSignBitsPack: bit i % 8 of byte i / 8 is 1 if self[i] >= 0, otherwise 0; NaN gives 0. The bits that the
 * last byte has beyond self are 0. The bytes are the rows of out.
 * Types: FLOAT, FLOAT16; out is UINT8.
 *
 * @param[in] self  [n]
 * @param[in] size  rows of out, more than 0; divides the number of bytes, n / 8 rounded up
 * @param[out] out  [size, bytes / size]
 */
ACLNN_API aclnnStatus aclnnSignBitsPackGetWorkspaceSize(const aclTensor* self, int64_t size, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSignBitsPack. */
ACLNN_API aclnnStatus aclnnSignBitsPack(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SIGN_BITS_PACK_H_ */
