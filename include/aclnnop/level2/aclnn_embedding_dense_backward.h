/* SPDX-License-Identifier: Apache-2.0 */
/** @file Second install location; see the header it includes. */

#ifndef ACLNNOP_LEVEL2_ACLNN_EMBEDDING_DENSE_BACKWARD_H_
#define ACLNNOP_LEVEL2_ACLNN_EMBEDDING_DENSE_BACKWARD_H_

#include "../aclnn_embedding_dense_backward.h"

#endif /* ACLNNOP_LEVEL2_ACLNN_EMBEDDING_DENSE_BACKWARD_H_ */
