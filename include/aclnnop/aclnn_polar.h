/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnPolar: complex numbers from absolute values and angles.
 *
 * Types: FLOAT and DOUBLE, both inputs of one type; DOUBLE is an extension of this library. Sines and cosines
 * have an error of about 1 ulp.
 * Shapes: the inputs broadcast. Source: PyTorch's torch.polar.
 */

#ifndef ACLNNOP_ACLNN_POLAR_H_
#define ACLNNOP_ACLNN_POLAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPolar: out = input * cos(angle) + input * sin(angle) * i.
 * @param[in] input  absolute values; negative ones turn the number by pi
 * @param[in] angle  angles in radians, type of input
 * @param[out] out  the broadcast shape of the inputs; COMPLEX64 if they are FLOAT, COMPLEX128 if they are DOUBLE
 */
ACLNN_API aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor* input, const aclTensor* angle,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnPolar. */
ACLNN_API aclnnStatus aclnnPolar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_POLAR_H_ */
