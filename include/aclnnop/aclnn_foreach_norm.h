/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnForeachNorm: norms of the tensors of a list.
 */

#ifndef ACLNNOP_ACLNN_FOREACH_NORM_H_
#define ACLNNOP_ACLNN_FOREACH_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachNorm, phase one: out[k] = (sum of |x[k]|^p over all elements)^(1/p), of order p = scalar; of
 * order infinity the largest magnitude. A tensor without elements gives 0.
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC); out[k] has the type of
 * x[k]. Arithmetic: sums in float64, in blocks that follow from the shape alone; one rounding, to nearest
 * even. NaN gives NaN. The same inputs give the same bits on any number of threads and any processor.
 *
 * Tensors may have up to 8 dimensions, any strides and offset; out[k] has none. Outputs must be apart.
 * Source: PyTorch's _foreach_norm.
 *
 * @param[in] x  list of tensors
 * @param[in] scalar  the order: 1, 2 or infinity, of any real type
 * @param[out] out  list of as many tensors of one element, without dimensions
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor  released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer or a list element is
 * - 161002: lists of different lengths; types, shapes or an order that are not as above; a tensor of more
 * than 8 dimensions, a negative extent, stride or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList* x, const aclScalar* scalar,
                                                       aclTensorList* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/**
 * Phase two of aclnnForeachNorm: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the
 * executor unless that is repeatable.
 *
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *   executor of another operator; a workspace that shares bytes with a tensor; outputs that share bytes
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *   stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnForeachNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FOREACH_NORM_H_ */
