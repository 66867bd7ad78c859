/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a thread can ask about its failures. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_ERROR_H_
#define ACL_RUNTIME_ERROR_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Takes the messages of the failures since the last call, newest first: of the calling thread, or of the
 * process where aclInit's configuration says "err_msg_mode": "1". Operators (aclnn*) leave theirs here too.
 *
 * @return Text owned by the library, valid until the next call in the same scope; NULL where nothing is
 *         pending
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/**
 * The calling thread's error variable, which is then set to ACL_SUCCESS. Every failing acl call of the thread
 * sets it; successful ones leave it.
 *
 * @param[in] level  ACL_RT_THREAD_LEVEL
 * @return The status of the latest failure, ACL_SUCCESS if there was none; 107000: any other level
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/**
 * As aclrtGetLastError, but leaves the variable as it is.
 *
 * @param[in] level  ACL_RT_THREAD_LEVEL
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_ERROR_H_ */
