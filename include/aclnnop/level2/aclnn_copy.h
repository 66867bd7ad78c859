/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_COPY_H_
#define ACLNNOP_LEVEL2_ACLNN_COPY_H_

#include "../aclnn_copy.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_COPY_H_ */
