/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_UTIL_H_
#define ACLNNOP_LEVEL2_ACLNN_UTIL_H_

#include "../aclnn_util.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_UTIL_H_ */
