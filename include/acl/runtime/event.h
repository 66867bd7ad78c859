/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Events: points in a stream's work, to wait for and to take the time between. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_EVENT_H_
#define ACL_RUNTIME_EVENT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates an event that can time and synchronize. Before its first record it counts as not complete for
 * aclrtQueryEventStatus, while waiting for it returns at once.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @return ACL_SUCCESS; 107002; 207007 ACL_ERROR_RT_NO_EVENT_RESOURCE: too many events on the device
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

/**
 * Creates an event for given purposes; otherwise as aclrtCreateEvent.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @param[in]  flag   ACL_EVENT_TIME_LINE (time stamps), ACL_EVENT_SYNC (streams wait for it),
 *                    ACL_EVENT_CAPTURE_STREAM_PROGRESS (the host queries it), or-ed; unknown bits are ignored
 * @return as aclrtCreateEvent
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

/**
 * Creates a reusable event: each record replaces what it captured, and a wait binds to the latest record at
 * the time of the call. Before its first record it counts as complete.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @param[in]  flag   as aclrtCreateEventWithFlag; or only ACL_EVENT_IPC: an event that processes share, see
 *     acl/runtime/ipc_event.h
 * @return as aclrtCreateEvent; 107000: ACL_EVENT_IPC with another bit; 207005 ACL_ERROR_RT_RESOURCE_ALLOC_FAIL:
 *     the system gives no memory to share
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/**
 * Destroys an event. Never blocks: waits already issued for it stay valid. An event that a device reset has
 * released already is accepted.
 *
 * @param[in] event  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/**
 * Records an event, asynchronously: it captures all work issued to the stream so far and is complete once
 * that is done. A further record replaces the former one.
 *
 * @param[in] event   required
 * @param[in] stream  NULL: the default stream; of the event's device
 * @return ACL_SUCCESS; 107003; 107000: the stream is on another device
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/**
 * As aclrtRecordEvent, with a flag. With ACL_EVENT_RECORD_EXTERNAL a graph records the event at each
 * execution, for those who are not in the graph.
 *
 * @param[in] event   required; for ACL_EVENT_RECORD_EXTERNAL: from aclrtCreateEventExWithFlag with ACL_EVENT_SYNC
 * @param[in] stream  as there; for ACL_EVENT_RECORD_EXTERNAL: one that is being captured
 * @param[in] flag    ACL_EVENT_RECORD_DEFAULT or ACL_EVENT_RECORD_EXTERNAL
 * @return as there; 107000: any other flag, or ACL_EVENT_RECORD_EXTERNAL with another event; 107029:
 *         ACL_EVENT_RECORD_EXTERNAL with a stream that is not being captured
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag);

/**
 * Makes an event unrecorded again, asynchronously: when the stream arrives there, the record that the event
 * has now is forgotten. To be issued behind the wait, to the stream that waits.
 *
 * @param[in] event   required; from aclrtCreateEvent, or from aclrtCreateEventWithFlag with ACL_EVENT_SYNC
 * @param[in] stream  NULL: the default stream; of the event's device
 * @return ACL_SUCCESS; 107003; 107000: an event of another kind, or the stream is on another device
 */
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/**
 * Whether the work that the latest record captured is done. Any thread; never blocks. Deprecated in favour
 * of aclrtQueryEventStatus.
 *
 * @param[in]  event   required; not from aclrtCreateEventExWithFlag
 * @param[out] status  required; ACL_EVENT_STATUS_COMPLETE (0), or ..._NOT_READY (1), also before the first
 *                     record and after a reset
 * @return ACL_SUCCESS; 107000: the event is from aclrtCreateEventExWithFlag
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

/**
 * Whether the work that the latest record captured is done. Any thread; never blocks.
 *
 * @param[in]  event   required
 * @param[out] status  required; ACL_EVENT_RECORDED_STATUS_COMPLETE (1) or ..._NOT_READY (0)
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

/**
 * Whether all waits for the event that streams were given are over. Any thread; never blocks.
 *
 * @param[in]  event   required; not from aclrtCreateEventExWithFlag
 * @param[out] status  required; ACL_EVENT_WAIT_STATUS_COMPLETE (0), also where there was none, or
 *                     ..._NOT_READY (1)
 * @return ACL_SUCCESS; 107000: the event is from aclrtCreateEventExWithFlag
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);

/**
 * Blocks until the captured work is done. Returns at once for an event that was never recorded.
 *
 * @param[in] event  required; of any device
 * @return ACL_SUCCESS; the status of a failed task among the captured work
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/**
 * As aclrtSynchronizeEvent, for a limited time.
 *
 * @param[in] event    required
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as there; 507047 ACL_ERROR_RT_EVENT_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/**
 * Makes later tasks of a stream wait, asynchronously, for the work that the event's latest record captured.
 * An event that was never recorded makes nothing wait. Any number of streams may wait for one event. A wait
 * that takes longer than aclrtSetOpWaitTimeout allows fails as a task does, with 107019
 * ACL_ERROR_RT_WAIT_TIMEOUT.
 *
 * @param[in] stream  the one that waits; NULL: the default stream; of the event's device
 * @param[in] event   required; with ACL_EVENT_SYNC where it was created with flags
 * @return ACL_SUCCESS; 107003; 107000: the stream is on another device
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/**
 * As aclrtStreamWaitEvent, with a limit of its own instead of that of aclrtSetOpWaitTimeout. The time counts
 * from the stream's arrival at the wait; when it is over, the wait fails as a task does: the next synchronize
 * returns 107019 ACL_ERROR_RT_WAIT_TIMEOUT, and later tasks run.
 *
 * @param[in] stream   as there
 * @param[in] event    as there
 * @param[in] timeout  seconds; 0: no limit
 * @return as there; 107000: a negative timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                             int32_t timeout);

/**
 * As aclrtStreamWaitEventWithTimeout, with a flag. With ACL_EVENT_WAIT_EXTERNAL a graph waits at each
 * execution for the record that the event has then, of a stream that is not in the graph.
 *
 * @param[in] stream   as there; for ACL_EVENT_WAIT_EXTERNAL: one that is being captured
 * @param[in] event    as there; for ACL_EVENT_WAIT_EXTERNAL: from aclrtCreateEventExWithFlag with ACL_EVENT_SYNC
 * @param[in] timeout  seconds; 0: no limit; for ACL_EVENT_WAIT_EXTERNAL: 0
 * @param[in] flag     ACL_EVENT_WAIT_DEFAULT or ACL_EVENT_WAIT_EXTERNAL
 * @return as aclrtStreamWaitEvent; 107000: any other flag, or ACL_EVENT_WAIT_EXTERNAL with another event or
 *         timeout; 107029: ACL_EVENT_WAIT_EXTERNAL with a stream that is not being captured
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event,
                                                          uint32_t timeout, uint32_t flag);

/**
 * How long the waits of later aclrtStreamWaitEvent calls may take, in the whole process. The last call
 * counts. Needs no aclInit.
 *
 * @param[in] timeout  seconds; 0 (default): no limit
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

/**
 * Time between two completed events of one stream.
 *
 * @param[out] ms          required; milliseconds
 * @param[in]  startEvent  recorded and complete
 * @param[in]  endEvent    recorded and complete: synchronize before
 * @return ACL_SUCCESS; 107006 ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: one has no time stamp: not recorded, not
 *         complete, or created with flags but without ACL_EVENT_TIME_LINE;
 *         107007 ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL: the end lies before the start
 */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent);

/**
 * When an event was reached.
 *
 * @param[in]  event      recorded and complete: synchronize before
 * @param[out] timestamp  required; microseconds since the system started, time in suspend not counted
 * @return ACL_SUCCESS; 107006 as for aclrtEventElapsedTime
 */
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

/**
 * Number of an event, for messages: each event of the process has another.
 *
 * @param[in]  event    required
 * @param[out] eventId  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId);

/**
 * How many more events with ACL_EVENT_SYNC or ACL_EVENT_EXTERNAL aclrtCreateEventWithFlag can create on the
 * current device. Events of the other two functions have no limit.
 *
 * @param[out] eventCount  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetEventAvailNum(uint32_t* eventCount);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_EVENT_H_ */
