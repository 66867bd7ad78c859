/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_GRID_SAMPLER2D_BACKWARD_H_
#define ACLNNOP_LEVEL2_ACLNN_GRID_SAMPLER2D_BACKWARD_H_

#include "../aclnn_grid_sampler2d_backward.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_GRID_SAMPLER2D_BACKWARD_H_ */
