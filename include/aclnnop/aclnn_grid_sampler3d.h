/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGridSampler3D: samples volumes at given points. */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER3D_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler3D: as aclnnGridSampler2D with three axes: x along W, y along H, z along D. Bilinear weights
 * the eight pixels around a point; there is no bicubic. Pixels outside the volume are 0.
 * A point whose coordinate is NaN, with reflection also one that is infinite, gives 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: coordinates as in aclnnGridSampler2D; the rest in float64,
 * rounded once.
 *
 * @param[in] input  [N, C, D, H, W], D, H and W from 1 to 2^31 - 1
 * @param[in] grid  points (x, y, z), [N, Do, Ho, Wo, 3], type of input; -1 and 1 are the edges of the volume
 * @param[in] interpolationMode  0 bilinear, 1 nearest
 * @param[in] paddingMode  for points outside the volume: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners  -1 and 1 mean the centres of the edge pixels (true) or their outer edges (false)
 * @param[out] out  [N, C, Do, Ho, Wo], type of input
 */
ACLNN_API aclnnStatus aclnnGridSampler3DGetWorkspaceSize(const aclTensor* input, const aclTensor* grid,
                                                         int64_t interpolationMode, int64_t paddingMode,
                                                         bool alignCorners, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGridSampler3D. */
ACLNN_API aclnnStatus aclnnGridSampler3D(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRID_SAMPLER3D_H_ */
