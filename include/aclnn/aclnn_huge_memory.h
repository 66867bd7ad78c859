/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Memory hints of frameworks: three functions that plugins of deep-learning frameworks look up beside the
 * operators and call around them. They keep memory of the host at hand for argument objects; this library
 * needs no such help, so they do nothing. Valid C11 and C++11.
 */

#ifndef ACLNN_ACLNN_HUGE_MEMORY_H_
#define ACLNN_ACLNN_HUGE_MEMORY_H_

#include <stdbool.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Called before phase one of an operator.
 *
 * @param[in] arg    not used, may be NULL
 * @param[in] force  not used
 * @return 0
 */
ACL_FUNC_VISIBILITY int InitHugeMemThreadLocal(void* arg, bool force);

/**
 * Called on the same thread after the call was issued.
 *
 * @param[in] arg    not used, may be NULL
 * @param[in] force  not used
 */
ACL_FUNC_VISIBILITY void UnInitHugeMemThreadLocal(void* arg, bool force);

/**
 * Called after phase two, on the thread that ran it.
 *
 * @param[in] arg    not used, may be NULL
 * @param[in] force  not used
 */
ACL_FUNC_VISIBILITY void ReleaseHugeMem(void* arg, bool force);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACLNN_HUGE_MEMORY_H_ */
