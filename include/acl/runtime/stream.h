/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Streams and what they run. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_STREAM_H_
#define ACL_RUNTIME_STREAM_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates a stream in the current context, of the highest priority and without flags.
 *
 * @param[out] stream  required; the caller's, until aclrtDestroyStream
 * @return ACL_SUCCESS; 107002; 207008 ACL_ERROR_RT_NO_STREAM_RESOURCE: too many streams on the device
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/**
 * Creates a stream with priority and flags. Both are hints here and change no result: where several streams
 * wait for one of the host's threads, those of a lower number mostly come first.
 *
 * @param[out] stream    required; the caller's, until aclrtDestroyStream
 * @param[in]  priority  0 (most urgent) .. 7
 * @param[in]  flag      ACL_STREAM_* or-ed, of ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE and
 *                       ACL_STREAM_DEVICE_USE_ONLY at most one; unknown bits are ignored
 * @return as aclrtCreateStream; 107000: another priority or combination
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

/**
 * The priorities that streams of the current product can have. Lower numbers are more urgent.
 *
 * @param[out] leastPriority     required; the largest number: 7
 * @param[out] greatestPriority  required; the smallest number: 0
 * @return ACL_SUCCESS; 207000: the SoC (310P, 310B) has no stream priorities
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority,
                                                               int32_t* greatestPriority);

/**
 * Makes settings for aclrtCreateStreamV2: priority 0, no flags, no work area.
 *
 * @return the settings, the caller's until aclrtDestroyStreamConfigHandle; NULL on failure
 */
ACL_FUNC_VISIBILITY aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void);

/**
 * Frees settings. Streams that were created with them stay as they are.
 *
 * @param[in] handle  required; from aclrtCreateStreamConfigHandle
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle);

/**
 * Changes one of the settings.
 *
 * @param[in] handle     required; from aclrtCreateStreamConfigHandle
 * @param[in] attr       which: ACL_RT_STREAM_FLAG (ACL_STREAM_* or-ed), ACL_RT_STREAM_PRIORITY (0 .. 7),
 *                       ACL_RT_STREAM_WORK_ADDR_PTR and ACL_RT_STREAM_WORK_SIZE (memory for models, kept and
 *                       not used here)
 * @param[in] attrValue  required; where the value is: a number, or the pointer itself
 * @param[in] valueSize  bytes of the value: 4 or 8 of a number, 8 of a pointer
 * @return ACL_SUCCESS; 107000: another attr, size or priority
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle,
                                                     aclrtStreamConfigAttr attr, const void* attrValue,
                                                     size_t valueSize);

/**
 * Creates a stream with settings.
 *
 * @param[out] stream  required; the caller's, until aclrtDestroyStream
 * @param[in]  handle  required; from aclrtCreateStreamConfigHandle, and the caller's as before
 * @return as aclrtCreateStreamWithConfig
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle);

/**
 * Waits for the stream's tasks, then destroys it. Does not report their failures: synchronize before. No
 * context need be current. A stream that a device reset has released already is accepted.
 *
 * @param[in] stream  not a default stream
 * @return ACL_SUCCESS; 107000: NULL or a default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/**
 * Destroys a stream without running the tasks that have not started; a task already running is completed.
 *
 * @param[in] stream  not a default stream
 * @return as aclrtDestroyStream
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/**
 * Blocks until the tasks issued to the stream so far have finished. Waits for no other stream.
 *
 * @param[in] stream  NULL: the default stream; a stream of another context is allowed
 * @return ACL_SUCCESS; the status of a failed task, e.g. 507035 ACL_ERROR_RT_VECTOR_CORE_EXCEPTION
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/**
 * As aclrtSynchronizeStream, for a limited time. After a timeout the stream goes on and can be waited for
 * again.
 *
 * @param[in] stream   as there
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as there; 507046 ACL_ERROR_RT_STREAM_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/**
 * Drops the tasks of a stream that have not started, and waits for the one that runs. Meanwhile the stream
 * takes no task (107023), and whoever synchronizes with it, or with an event that it was still to record,
 * gets 107023; streams that wait for such an event go on. Then the stream is as new: an earlier failure is
 * forgotten, but for one that stopped the context (aclrtSetStreamFailureMode).
 *
 * @note Partial: a task that computes or calls a host function is not interrupted but waited for; a wait is
 *       ended.
 *
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS; 107000: a stream with ACL_STREAM_PERSISTENT on Ascend950
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamAbort(aclrtStream stream);

/**
 * Ends the task that runs. The tasks behind it stay and run.
 *
 * @note Partial: a task that computes or calls a host function is not interrupted but waited for; a wait is
 *       ended.
 *
 * @param[in] stream  not NULL
 * @return ACL_SUCCESS; 107000: NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamStop(aclrtStream stream);

/**
 * Drops the tasks of a stream that was created with ACL_STREAM_PERSISTENT: those that it has collected for a graph
 * that is being built, except records of events; of a stream that is bound to no graph, those that have not
 * started.
 *
 * @param[in] stream  one with that flag
 * @return ACL_SUCCESS; 107000: NULL, a stream without the flag, or one whose tasks of a graph have ended; 107033: a
 *         task group is among them; 507903: the graph is void
 */
ACL_FUNC_VISIBILITY aclError aclrtPersistentTaskClean(aclrtStream stream);

/**
 * Whether a stream has work pending. Never blocks, and reports no failure of a task.
 *
 * @param[in]  stream  NULL: the default stream
 * @param[out] status  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/**
 * Number of a stream: small, not negative, unique on its device.
 *
 * @param[in]  stream    NULL: the default stream
 * @param[out] streamId  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

/**
 * Priority of a stream: from its creation, or the latest ACL_STREAM_ATTR_PRIORITY.
 *
 * @param[in]  stream    NULL: the default stream, which has priority 0
 * @param[out] priority  required; 0 (most urgent) .. 7
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);

/**
 * Flags that a stream was created with.
 *
 * @param[in]  stream  NULL: the default stream, which has none
 * @param[out] flags   required; ACL_STREAM_* or-ed, 0 for none
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);

/**
 * How many more streams can be created on the current device. A device has 1984 (A2, A3, 950), 2048 (910),
 * 1024 (310P) or 512 (310B), default streams included.
 *
 * @param[out] streamCount  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

/**
 * Has a function called for every stream of the process, default streams included: after it was created
 * (ACL_RT_STREAM_STATE_CREATE_POST) and before it is destroyed (ACL_RT_STREAM_STATE_DESTROY_PRE), on the
 * thread that creates or destroys it. The stream is usable in the callback, which may call any function but
 * one that destroys the stream. Streams that are left at the process's end are not announced.
 *
 * @param[in] regName   required, not empty: the name of the registration, one callback for each
 * @param[in] callback  the function; NULL takes the registration of that name back, without waiting for calls
 *                      that are running
 * @param[in] args      passed to the function
 * @return ACL_SUCCESS; 107000: an empty name; one that is registered already; with NULL, one that is not
 */
ACL_FUNC_VISIBILITY aclError aclrtRegStreamStateCallback(const char* regName,
                                                         aclrtStreamStateCallback callback, void* args);

/**
 * What a failed task means for the rest. Call it at most once for a stream, before giving it work.
 *
 * ACL_CONTINUE_ON_FAILURE (default): later tasks run, new ones are accepted, the failure is reported once.
 * ACL_STOP_ON_FAILURE: the first failure stops all streams of the stream's context; tasks not yet started are
 * dropped, new ones are refused, and every later synchronize of those streams returns that failure. Memory
 * calls keep working. The way out is a new context or a device reset.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] mode    one of the two
 * @return ACL_SUCCESS; 107000: any other mode
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/**
 * Enqueues a function on the host: it runs when the stream arrives there, on the thread that
 * aclrtSubscribeHostFunc has bound to the stream, otherwise on one of the library's. Later tasks of the stream wait
 * for it.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] fn      required; must not call any acl function
 * @param[in] args    passed to fn; must live until then
 * @return ACL_SUCCESS; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_STREAM_H_ */
