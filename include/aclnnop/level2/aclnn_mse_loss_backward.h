/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_MSE_LOSS_BACKWARD_H_
#define ACLNNOP_LEVEL2_ACLNN_MSE_LOSS_BACKWARD_H_

#include "../aclnn_mse_loss_backward.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_MSE_LOSS_BACKWARD_H_ */
