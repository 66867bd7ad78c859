/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSleep: a pause of a stream. */

#ifndef ACLNNOP_ACLNN_SLEEP_H_
#define ACLNNOP_ACLNN_SLEEP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSleep: the stream does nothing for a number of cycles. Programs test with it that work of one stream waits
 * for that of another. A device's clock has no published frequency: here a cycle is a
 * nanosecond, and a call sleeps at most a second. It takes no processor time.
 *
 * @param[in] cycles  one number, 1 or more; read before the return. 561002: it has another number of elements, or
 *            its element is below 1
 */
ACLNN_API aclnnStatus aclnnSleepGetWorkspaceSize(const aclIntArray* cycles, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnSleep. */
ACLNN_API aclnnStatus aclnnSleep(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SLEEP_H_ */
