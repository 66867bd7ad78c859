/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Events that processes share. Part of acl/acl_rt.h, which says what holds for every function.
 *
 * One process creates the event with aclrtCreateEventExWithFlag and ACL_EVENT_IPC, and sends its handle to
 * others of the same user. All of them may record it and wait for it, with aclrtStreamWaitEvent and
 * aclrtSynchronizeEvent, and query it with aclrtQueryEventStatus. A wait is for the latest record at the time of
 * the call, of whichever process. A failure of the work before the record stays in the process that recorded.
 * If that process ends before its stream has come to the record, waits for it end with 507022
 * ACL_ERROR_RT_IPC_ERROR. An event whose last 32 records are not reached yet may let a wait for an older one
 * pass with the newest. Such events have no time stamps, cannot be reset, and take no part in graphs.
 */

#ifndef ACL_RUNTIME_IPC_EVENT_H_
#define ACL_RUNTIME_IPC_EVENT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The handle of an event, for other processes. It is valid until aclrtDestroyEvent in this process, or its end.
 * The processes must see each other's process ids.
 *
 * @param[in]  event   required; of aclrtCreateEventExWithFlag with ACL_EVENT_IPC
 * @param[out] handle  required; bytes to send
 * @return ACL_SUCCESS; 100000: handle is NULL; 107000: another event; 107002; 207005
 *     ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: no more can be shared at a time
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle);

/**
 * Opens another process's event, as one of the current device.
 *
 * @param[in]  handle  of aclrtIpcGetEventHandle in the other process
 * @param[out] event   required; the caller's, until aclrtDestroyEvent
 * @return ACL_SUCCESS; 100000: event is NULL; 107000: not a handle, or one of this very process; 107002; 107017:
 *     the event is gone; 207005: too many files are open, or the event is open 256 times already; 207006
 *     ACL_ERROR_RT_NO_PERMISSION: the other process is another user's
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_IPC_EVENT_H_ */
