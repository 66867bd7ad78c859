/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSignBitsUnpack: signs from bits. */

#ifndef ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H_
#define ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSignBitsUnpack: number i of out is 1 if bit i % 8 of byte i / 8 of self is 1, otherwise -1.
 * Types: self is UINT8; out is FLOAT or FLOAT16.
 *
 * @param[in] self  [n]
 * @param[in] size  rows of out, more than 0; divides 8 n
 * @param[in] dtype  type of out
 * @param[out] out  [size, 8 n / size]
 */
ACLNN_API aclnnStatus aclnnSignBitsUnpackGetWorkspaceSize(const aclTensor* self, int64_t size,
                                                          aclDataType dtype, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSignBitsUnpack. */
ACLNN_API aclnnStatus aclnnSignBitsUnpack(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H_ */
