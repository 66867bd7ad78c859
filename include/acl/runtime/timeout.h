/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How long operators may run. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_TIMEOUT_H_
#define ACL_RUNTIME_TIMEOUT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sets how long an operator may run, for the process. The last call of any of the three forms holds. The time
 * is rounded up to a whole number of the steps of aclrtGetOpTimeOutInterval, at most 254 of them.
 *
 * @param[in] timeout  seconds; 0: the longest time, 1091 s, which is the default
 * @return ACL_SUCCESS
 * @note Partial: the time is kept and told; a task that runs on a CPU cannot be ended, so none ever is.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);

/**
 * As aclrtSetOpExecuteTimeOut.
 *
 * @param[in] timeout  milliseconds; 0: the longest time
 * @return ACL_SUCCESS
 * @note Partial: as aclrtSetOpExecuteTimeOut.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);

/**
 * As aclrtSetOpExecuteTimeOut, and says what became of the time.
 *
 * @param[in]  timeout        microseconds; 0: the longest time
 * @param[out] actualTimeout  required; microseconds, after the rounding
 * @return ACL_SUCCESS
 * @note Partial: as aclrtSetOpExecuteTimeOut.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout);

/**
 * Step of the times that an operator may run.
 *
 * @param[out] interval  required; microseconds
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOpTimeOutInterval(uint64_t* interval);

/**
 * How long an operator may run, after the rounding.
 *
 * @param[out] timeoutMs  required; milliseconds, rounded up
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_TIMEOUT_H_ */
