/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Events that processes share. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_IPC_EVENT_H_
#define ACL_RUNTIME_IPC_EVENT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Handles
 * Passes an event to another process.
 *
 * @note Not supported: events belong to one process.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_IPC_EVENT_H_ */
