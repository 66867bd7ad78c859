/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCircularPad3d: circular padding. */

#ifndef ACLNNOP_ACLNN_CIRCULAR_PAD3D_H_
#define ACLNNOP_ACLNN_CIRCULAR_PAD3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCircularPad3d: out = self continued at its other end before and after, along the last three dimensions.
 *
 *     out[..., o, ...] = self[..., i, ...] with i = (o - before) mod n along each of them
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. Elements are copied
 * bit by bit.
 * Source: torch.nn.functional.pad with mode "circular".
 *
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; N may be 0, no other size
 * @param[in] padding  [left, right, top, bottom, front, back]: the number of positions before and after. Negative numbers remove elements, and what is left
 *     goes round
 * @param[out] out  the shape of self padded, type of self
 * @return 161002 if a value of padding is above what is left of its dimension; no position of a dimension is left
 */
ACLNN_API aclnnStatus aclnnCircularPad3dGetWorkspaceSize(const aclTensor* self, const aclIntArray* padding,
                                                         aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnCircularPad3d. */
ACLNN_API aclnnStatus aclnnCircularPad3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CIRCULAR_PAD3D_H_ */
