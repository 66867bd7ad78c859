/* SPDX-License-Identifier: Apache-2.0 */
/** @file Export mark of the operators. */

#ifndef ACLNNOP_ACLNN_UTIL_H_
#define ACLNNOP_ACLNN_UTIL_H_

#include <stddef.h> /* so that this file alone is a valid C source */

/** Default visibility, for clients and library alike. */
#ifndef ACLNN_API
#ifdef __GNUC__
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif
#endif

#endif /* ACLNNOP_ACLNN_UTIL_H_ */
