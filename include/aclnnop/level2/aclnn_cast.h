/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_CAST_H_
#define ACLNNOP_LEVEL2_ACLNN_CAST_H_

#include "../aclnn_cast.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_CAST_H_ */
