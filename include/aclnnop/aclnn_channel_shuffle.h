/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnChannelShuffle: channel shuffle. */

#ifndef ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_
#define ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnChannelShuffle: out = self with the channels of its groups alternating: the first one of each group,
 * then the second one of each, and so on.
 *
 *     out[n, j * groups + g, ...] = self[n, g * (C / groups) + j, ...]
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's torch.nn.functional.channel_shuffle.
 *
 * @param[in] self  [N, C, ...], of at least 3 dimensions
 * @param[in] groups  number of groups, at least 1; divides C
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor* self, int64_t groups,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnChannelShuffle. */
ACLNN_API aclnnStatus aclnnChannelShuffle(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_ */
