/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The AscendCL runtime: initialization, devices, contexts, streams, events, memory, copies, error queries.
 * The declarations are in runtime/, by topic; programs include this header or acl.h. Valid C11 and C++11;
 * everything has C linkage. What holds for every function is said here once.
 *
 * Objects. A process has devices 0..n-1. Each device has one default context, shared by all threads that call
 * aclrtSetDevice for it, and any number of explicit ones (aclrtCreateContext). Each context owns a default
 * stream, which lives as long as the context, and the streams made while it was current. Events and memory
 * belong to a device.
 *
 * Current context. Each thread has at most one: set by aclrtSetDevice (the device's default context),
 * aclrtCreateContext (the new one) and aclrtSetCurrentContext. A new thread has none. The current device is
 * the device of the current context. Destroy and Free functions need none.
 *
 * Order. Tasks of one stream run one after another in the order of issue; tasks of different streams may run
 * at the same time, and the default stream is no exception. A NULL stream means the default stream of the
 * calling thread's current context. Functions without a stream (aclrtMemcpy, aclrtMemset, aclrtMalloc,
 * aclrtFree) act at once and wait for no stream: synchronize first.
 *
 * Asynchronous errors. An asynchronous call returns ACL_SUCCESS when its task was accepted. If the task
 * itself fails, the next call that waits for it returns the task's status: aclrtSynchronizeStream,
 * aclrtSynchronizeDevice, aclrtSynchronizeEvent and their timeout forms. In the default mode the failure is
 * reported once and later tasks run; see aclrtSetStreamFailureMode for the other mode.
 *
 * Errors. A failing call leaves its output arguments untouched, sets the thread's error variable
 * (aclrtGetLastError) and leaves a message (aclGetRecentErrMsg). Besides what each function lists:
 *
 * - 100000 ACL_ERROR_INVALID_PARAM: a pointer or handle that is required is NULL; a size is 0 or too large
 * - 107000 ACL_ERROR_RT_PARAM_INVALID: a value, flag or address is not valid
 * - 107001 ACL_ERROR_RT_INVALID_DEVICEID: no such device
 * - 107002 ACL_ERROR_RT_CONTEXT_NULL: the call needs a current context and the thread has none
 * - 107003 ACL_ERROR_RT_STREAM_CONTEXT: work is issued to a stream of another device or context
 * - 107017 ACL_ERROR_RT_INVALID_HANDLE: the handle is not, or no longer, a live object of its kind
 * - 200000 ACL_ERROR_BAD_ALLOC: host memory for an object of the library ran out
 * - 207000 ACL_ERROR_RT_FEATURE_NOT_SUPPORT: this library does not do that
 * - 500000 ACL_ERROR_INTERNAL_ERROR: a defect of the library: please report it
 *
 * Threads. Every function may be called from any thread at any time. Two threads that issue to one stream
 * have to agree on the order; destroying what another thread is using is the caller's mistake.
 *
 * Processes. A program may fork before its first aclInit and use the library on both sides. After it, the
 * child has none of the library's threads: there every call returns 207000 at once (361001 from operators,
 * NULL from functions that create an object), and the child may exec, exit, or go on without the library.
 *
 * The devices here are emulated on the host's cores. Environment: OPENACLNN_SOC names the emulated chip;
 * ASCEND_RT_VISIBLE_DEVICES ("0,2") selects and renumbers devices; ASCEND_GLOBAL_LOG_LEVEL (0 debug .. 3
 * error, 4 none) and ASCEND_PROCESS_LOG_PATH steer the log, where invalid values mean the default.
 */

#ifndef ACL_ACL_RT_H_
#define ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt_allocator.h"

/** Version of the interface that this header describes. */
#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/copy.h"
#include "runtime/copy_batch.h"
#include "runtime/copy_device.h"
#include "runtime/core_group.h"
#include "runtime/core_limit.h"
#include "runtime/device.h"
#include "runtime/device_info.h"
#include "runtime/dump.h"
#include "runtime/error.h"
#include "runtime/event.h"
#include "runtime/fault.h"
#include "runtime/graph.h"
#include "runtime/hardware.h"
#include "runtime/host_memory.h"
#include "runtime/init.h"
#include "runtime/ipc_event.h"
#include "runtime/ipc_memory.h"
#include "runtime/kernel.h"
#include "runtime/managed_memory.h"
#include "runtime/memory.h"
#include "runtime/model_stream.h"
#include "runtime/notify.h"
#include "runtime/peer.h"
#include "runtime/shared_buffer.h"
#include "runtime/stream.h"
#include "runtime/stream_attribute.h"
#include "runtime/synchronization.h"
#include "runtime/system.h"
#include "runtime/timeout.h"
#include "runtime/types.h"
#include "runtime/virtual_memory.h"

#endif /* ACL_ACL_RT_H_ */
