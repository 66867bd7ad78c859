/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGridSampler3DBackward: gradients of sampling volumes at given points, for volumes and points. */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler3DBackward: the gradients of aclnnGridSampler3D. Positions, their derivatives at the borders
 * and pixels outside are those of aclnnGridSampler2DBackward, on three axes. Nearest: gridGrad is 0.
 *
 *     inputGrad[n,c,corner] += weight * gradOutput[n,c,d,h,w]
 *     gridGrad[n,d,h,w,:]    = derivative of the sampled values by the point, summed over c with gradOutput
 *
 * A point whose coordinate is NaN or outside of the volume by 2^31 pixels adds nothing to inputGrad and has
 * gridGrad 0. Both outputs are overwritten. An output whose flag is false is checked like the other, but
 * neither computed nor written.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: coordinates as in aclnnGridSampler2D; the rest in float64,
 * rounded once.
 *
 * @param[in] gradOutput        [N,C,Do,Ho,Wo], type of input
 * @param[in] input             [N,C,D,H,W], D, H and W from 1 to 2^31 - 1
 * @param[in] grid              [N,Do,Ho,Wo,3], type of input; -1 and 1 are the edges of the volume
 * @param[in] interpolationMode 0 bilinear, 1 nearest
 * @param[in] paddingMode       for points outside the volume: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners      -1 and 1 mean the centres of the edge pixels (true) or their outer edges
 *                              (false)
 * @param[in] outputMask        2 flags: write inputGrad, gridGrad?
 * @param[out] inputGrad        shape and type of input
 * @param[out] gridGrad         shape of grid, type of input
 */
ACLNN_API aclnnStatus aclnnGridSampler3DBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid, int64_t interpolationMode,
    int64_t paddingMode, bool alignCorners, const aclBoolArray* outputMask, aclTensor* inputGrad,
    aclTensor* gridGrad, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGridSampler3DBackward. */
ACLNN_API aclnnStatus aclnnGridSampler3DBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_ */
