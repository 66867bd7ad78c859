/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeFinalizeRoutingV4: rows of experts summed up for their tokens, with or without weights. */

#ifndef ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V4_H_
#define ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeFinalizeRoutingV4: aclnnMoeFinalizeRoutingV2, in which tokens may have several copies without
 * weights. The arguments whose names begin with "reserved" must be NULL: the available documentation does not
 * describe them, and torch_npu passes nothing else.
 *
 * @param[in] expandedX  [rows, hidden] or, with dropPadMode 1 and 3, [experts, capacity, hidden]
 * @param[in] expandedRowIdx  [n * k], INT32, in the order of dropPadMode
 * @param[in] x1Optional  [n, hidden]; NULL: none
 * @param[in] x2Optional  likewise; requires x1Optional
 * @param[in] biasOptional  [experts, hidden]; NULL: none
 * @param[in] scalesOptional  [n, k]; NULL: each copy counts once
 * @param[in] expertIdxOptional  [n, k], INT32, with a bias
 * @param[in] reserved1Optional  NULL
 * @param[in] reserved2Optional  NULL
 * @param[in] reserved3Optional  NULL
 * @param[in] reserved4Optional  NULL
 * @param[in] dropPadMode  0 to 3
 * @param[in] reserved5Optional  NULL
 * @param[in] reserved6Optional  NULL
 * @param[in] reserved7Optional  NULL
 * @param[in] k  the copies of a token without scalesOptional; not read with it
 * @param[out] out  [n, hidden]
 * @return 507035 if there is a bias and an element of expertIdxOptional is not in [0, experts)
 */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV4GetWorkspaceSize(
    const aclTensor* expandedX, const aclTensor* expandedRowIdx, const aclTensor* x1Optional,
    const aclTensor* x2Optional, const aclTensor* biasOptional, const aclTensor* scalesOptional,
    const aclTensor* expertIdxOptional, const aclTensor* reserved1Optional,
    const aclTensor* reserved2Optional, const aclTensor* reserved3Optional,
    const aclTensor* reserved4Optional, int64_t dropPadMode, const aclIntArray* reserved5Optional,
    const aclIntArray* reserved6Optional, const aclIntArray* reserved7Optional, int64_t k,
    const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeFinalizeRoutingV4. */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV4(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V4_H_ */
