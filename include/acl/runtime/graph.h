/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Graphs: work of streams captured once, or built by hand, and executed many times. Part of
 * acl/acl_rt.h, which says what holds for every function. docs/graphs.md shows how a program uses them.
 *
 * While a stream is being captured, what is issued to it is kept instead of run: operators, copies, fills,
 * host functions, records, waits and resets of events, values in memory. A stream that waits for an event
 * recorded in the capture belongs to the capture from then on. Whatever the capture forbids fails, and voids
 * the capture: every later task of its streams returns 507903 ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, and
 * so does aclmdlRICaptureEnd. A task of another kind returns 507009 ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT. A
 * task of the default stream of the same device returns 107031. A copy that must wait for ordinary host
 * memory returns 107041. A query of a captured stream, or a wait for it, its device or its context, returns
 * 107027; the same for a captured event returns 107028.
 *
 * A graph uses memory by address. Each execution finds the memory again. If some was freed, it returns 107000,
 * and the message names the task and its argument.
 */

#ifndef ACL_RUNTIME_GRAPH_H_
#define ACL_RUNTIME_GRAPH_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Starts the capture of a stream. The mode decides which calls are forbidden meanwhile: aclrtMemcpy,
 * aclrtMemcpy2d, aclrtMemset, and copies that wait for ordinary host memory. Such a call returns 107030 and
 * voids the capture. With ACL_MODEL_RI_CAPTURE_MODE_GLOBAL they are forbidden for the capturing thread, unless
 * its own mode is RELAXED, and for all other threads, unless theirs is RELAXED or THREAD_LOCAL. With
 * THREAD_LOCAL they are forbidden for the capturing thread only. With RELAXED they are allowed.
 *
 * @param[in] stream  required; not a default stream
 * @param[in] mode    an aclmdlRICaptureMode
 * @return ACL_SUCCESS; 107000: no mode; 107003; 107027: it is being captured already; 107031: a default stream
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

/**
 * Ends the capture that started on this stream, and creates the graph. Whatever it returns, the streams of
 * the capture run their work as before from now on; if it fails, there is no graph.
 *
 * @param[in]  stream   the one of aclmdlRICaptureBegin
 * @param[out] modelRI  required; the caller's, until aclmdlRIDestroy
 * @return ACL_SUCCESS; 100000: modelRI is NULL; 107025: the last work of another captured stream is not waited
 *         for by this one; 107033: a task group is open; 107036: no capture started on this stream; 107038: it
 *         started on another thread and its mode is not RELAXED; 507903: something that the capture forbids has
 *         voided it; 107045: a body of one of its conditions is still being captured
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);

/**
 * Whether the work of a stream is being captured.
 *
 * @param[in]  stream   NULL: the default stream
 * @param[out] status   required; ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED: something has voided the capture
 * @param[out] modelRI  NULL: not wanted; the graph in the making, or NULL if there is no capture
 * @return ACL_SUCCESS; 100000: status is NULL; 107002
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

/**
 * Exchanges the mode of the calling thread, which is ACL_MODEL_RI_CAPTURE_MODE_GLOBAL at first. It decides,
 * with the mode of a capture, which calls are forbidden: see aclmdlRICaptureBegin.
 *
 * @param[in,out] mode  required; the new mode, and then the former one
 * @return ACL_SUCCESS; 100000: NULL; 107000: no mode
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

/**
 * @name Task groups
 * Operators of a graph that can be replaced later, for instance by the same ones with other arguments.
 *
 * aclmdlRICaptureTaskGrpBegin and aclmdlRICaptureTaskGrpEnd stand around the calls of operators while the
 * stream is being captured. aclmdlRICaptureTaskUpdateBegin and aclmdlRICaptureTaskUpdateEnd stand around as
 * many calls of the same operators, on a stream that is not being captured. These calls are not run: they
 * replace those of the group when the stream arrives there. No execution of the graph may run those meanwhile.
 *
 * @return ACL_SUCCESS; 100000: handle is NULL; 107000: no group of a live graph, or other operators than those
 *         of the group; 107029: not being captured; 107027: being captured; 107033: a second Begin, or an End
 *         without a Begin; 507009: other tasks than operators
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
/** @} */

/**
 * Executes a graph and waits for its end. No stream orders it.
 *
 * @param[in] modelRI  required; after aclmdlRICaptureEnd or aclmdlRIBuildEnd
 * @param[in] timeout  milliseconds; -1: no limit
 * @return ACL_SUCCESS; the status of the task that failed; 107000: another timeout; 107017: no graph; 107026: it
 *         is being captured or built; 107045: a body of one of its conditions is being captured; 507046: the time is
 *         over, and the execution continues; as aclmdlRIExecuteAsync
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

/**
 * Executes a graph in the order of a stream, asynchronously. Executions of one graph do not overlap.
 * After a task that fails, an execution runs no operators, copies and fills, and the stream reports the failure.
 *
 * @param[in] modelRI  required; after aclmdlRICaptureEnd or aclmdlRIBuildEnd
 * @param[in] stream   NULL: the default stream; of the graph's device, and not being captured
 * @return ACL_SUCCESS; 107000: memory of the graph was freed, the stream is on another device, or the graph is a body
 *         of a condition; 107003; 107017: no graph, or its device was reset since; 107026: it is being captured or
 *         built; 107045: a body of one of its conditions is being captured; 507009: the stream is being captured or is
 *         bound to a graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);

/**
 * Destroys a graph, and calls the functions of aclmdlRIDestroyRegisterCallback.
 *
 * @param[in] modelRI  required
 * @return ACL_SUCCESS; 107000: a body of a condition; 107017: no graph; 107026: it is being captured; 107037: it is
 *         being executed; 107045: a body of one of its conditions is being captured
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);

/**
 * @name Functions called upon the end of a graph
 * @return ACL_SUCCESS; 100000: func is NULL; 107000: the function is registered already, or is not; 107017: no
 *         graph
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func,
                                                             void* userData);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func);
/** @} */

/**
 * Names a graph. The last name counts.
 *
 * @param[in] modelRI  required
 * @param[in] name     required; only the first 511 bytes count
 * @return ACL_SUCCESS; 100000: name is NULL; 107017: no graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char* name);

/**
 * The name of a graph; empty if it has none.
 *
 * @param[in]  modelRI  required
 * @param[in]  maxLen   bytes of name; only the start of a longer name is copied
 * @param[out] name     required; ends with a zero byte
 * @return ACL_SUCCESS; 100000: name is NULL; 107000: maxLen is 0; 107017: no graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name);

/**
 * The number of a graph: no other graph of the process has it.
 *
 * @param[in]  modelRI  required
 * @param[out] id       required
 * @return ACL_SUCCESS; 100000: id is NULL; 107017: no graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* id);

/**
 * The streams of a graph. They are not those of the program, and are only for aclmdlRIGetTasksByStream.
 *
 * @param[in]     modelRI     required; after aclmdlRICaptureEnd or aclmdlRIBuildEnd
 * @param[out]    streams     NULL: only the number is wanted
 * @param[in,out] numStreams  required; with streams, how many it has room for; then how many there are
 * @return ACL_SUCCESS; 100000: numStreams is NULL; 107017: no graph; 107026: it is being captured or built; 107039:
 *         there are more
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream* streams, uint32_t* numStreams);

/**
 * The tasks of a stream of a graph, in their order. They go with the graph.
 *
 * @param[in]     stream    required; from aclmdlRIGetStreams
 * @param[out]    tasks     NULL: only the number is wanted
 * @param[in,out] numTasks  required; with tasks, how many it has room for; then how many there are
 * @return ACL_SUCCESS; 100000: stream or numTasks is NULL; 107017: no stream of a graph; 107039: there are more
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask* tasks,
                                                      uint32_t* numTasks);

/**
 * The kind of a task. It is ACL_MODEL_RI_TASK_DEFAULT if there is no other enumerator for it.
 *
 * @param[in]  task  required; from aclmdlRIGetTasksByStream
 * @param[out] type  required
 * @return ACL_SUCCESS; 100000: NULL; 107017: no task
 */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType* type);

/**
 * The number of a task in its graph, from 0, in the order in which the tasks were issued.
 *
 * @param[in]  task  required; from aclmdlRIGetTasksByStream
 * @param[out] id    required
 * @return ACL_SUCCESS; 100000: NULL; 107017: no task
 */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t* id);

/**
 * Leaves out an operator, a copy or a fill of a graph, from the next aclmdlRIUpdate on.
 *
 * @param[in] task  required; from aclmdlRIGetTasksByStream
 * @return ACL_SUCCESS; 100000: NULL; 107017: no task; 507009: a task of another kind
 */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskDisable(aclmdlRITask task);

/**
 * Has the changes of aclmdlRITaskDisable take effect in later executions.
 *
 * @param[in] modelRI  required
 * @return ACL_SUCCESS; 107017: no graph; 107040: it is being captured, built or executed
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIUpdate(aclmdlRI modelRI);

/**
 * Writes the tasks of a graph to the log, a line each: stream, number, kind and name.
 *
 * @param[in] modelRI  required; after aclmdlRICaptureEnd or aclmdlRIBuildEnd
 * @return ACL_SUCCESS; 107017: no graph; 107026: it is being captured
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);

/**
 * Writes the tasks of a graph to a file that chrome://tracing and Perfetto read. A task has the length of one
 * microsecond.
 *
 * @param[in] modelRI  required; after aclmdlRICaptureEnd or aclmdlRIBuildEnd
 * @param[in] path     required; an existing file is replaced
 * @param[in] flags    ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY, or ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE: also the tensors
 *                     of operators
 * @return ACL_SUCCESS; 100000: path is NULL; 107000: other flags; 107010: the file cannot be written; 107017: no
 *         graph; 107026: it is being captured
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags);

/**
 * Creates a condition of a graph that is being captured: 8 bytes of device memory whose value decides, at each
 * execution, what the tasks of aclmdlRIAddCondTask run. Condition and memory go with the graph, also if its capture
 * fails.
 *
 * @param[in]  modelRI             required; a graph that is being captured (aclmdlRICaptureGetInfo), or a body of one
 * @param[in]  defaultLaunchValue  the value at the start of each execution, if the flag says so
 * @param[in]  flag                ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT: the memory gets the default value when an
 *                                 execution starts. 0: it keeps its value, and the program writes the first one
 * @param[out] handle              required
 * @return ACL_SUCCESS; 100000: handle or modelRI is NULL; 107000: another flag, or the graph is not being captured, or
 *         is a body of a graph that has been executed; 107017: no graph; 207001
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                                      uint32_t flag, aclmdlRICondHandle* handle);

/**
 * The memory of a condition: an unsigned number of 8 bytes. Operators, copies and aclrtValueWrite may write it. An
 * execution reads it when its stream arrives at the condition.
 *
 * @param[in]  handle   required
 * @param[out] condPtr  required; device memory, which aclrtFree does not accept
 * @return ACL_SUCCESS; 100000: NULL; 107017: no condition, or its graph is gone
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t** condPtr);

/**
 * Adds a task to a graph that is being captured, which runs bodies by the value of a condition when it gets there. The
 * tasks that follow it in its stream come after the bodies.
 *
 * | type                          | size    | runs |
 * |-------------------------------|---------|------|
 * | ACL_MODEL_RI_COND_TYPE_IF     | 1 or 2  | body 0 if the value is not 0; otherwise body 1, if there is one |
 * | ACL_MODEL_RI_COND_TYPE_WHILE  | 1       | body 0 as long as the value is not 0, which is read again each time |
 * | ACL_MODEL_RI_COND_TYPE_SWITCH | 1 to n  | the body with this number; none if the number is not less than size |
 *
 * The bodies are new graphs. aclmdlRICaptureToModelRIBegin captures tasks into them; until then they are empty. They
 * are parts of the graph: they cannot be executed or destroyed by themselves. A body may have conditions as well.
 *
 * @param[in,out] params  required; modelRIArray has room for `size` graphs
 * @param[in]     stream  required; is being captured
 * @param[in]     flag    0
 * @return ACL_SUCCESS; 100000: params, its handle or modelRIArray is NULL; 107000: another flag, type or size, or a
 *         condition of another graph; 107003; 107017: no condition; 107029: stream is not being captured; 507009: a
 *         task group is open, which the task also voids; 507903: the capture is void
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIAddCondTask(const aclmdlRICondTaskParams* params, aclrtStream stream,
                                                 uint32_t flag);

/**
 * Starts the capture of a stream into a body of a condition. aclmdlRICaptureEnd ends it, and returns the same body. If
 * that fails, the body is empty again. A body is captured once, before the first execution of its graph.
 *
 * @param[in] stream   required; not a default stream, and not being captured, so another one than that of the
 *                     condition, as long as that is being captured
 * @param[in] modelRI  required; a body from aclmdlRIAddCondTask
 * @param[in] mode     as for aclmdlRICaptureBegin
 * @return ACL_SUCCESS; 100000: modelRI is NULL; 107000: no mode, no body, a body that was captured before, or whose graph
 *         has been executed; 107003; 107017: no graph; 107027: stream is being captured; 107031: a default stream
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI,
                                                           aclmdlRICaptureMode mode);

/**
 * Begins to build a graph by hand. Its streams are those that aclmdlRIBindStream binds: what is issued to them is
 * collected, and runs when the graph is executed. The tasks are those of a capture, with the same statuses, and a
 * forbidden one voids the graph: later tasks and aclmdlRIBuildEnd then return 507903. Other streams do not join
 * it by events: their wait for an event that a bound stream has recorded returns 107028. Building does not
 * restrict what other streams, other threads, and waits for the device do.
 *
 * @param[out] modelRI  required; the caller's, until aclmdlRIDestroy, which may come before aclmdlRIBuildEnd
 * @param[in]  flag     0
 * @return ACL_SUCCESS; 100000: modelRI is NULL; 107000: another flag; 107002
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag);

/**
 * Binds a stream to a graph that is being built. Until it is unbound it runs nothing, and aclrtSynchronizeStream
 * returns at once. A stream that is destroyed meanwhile voids a graph that is being built.
 *
 * @param[in] modelRI  required; from aclmdlRIBuildBegin
 * @param[in] stream   required; from aclrtCreateStreamWithConfig with ACL_STREAM_PERSISTENT, of the graph's device,
 *                     and bound to no graph
 * @param[in] flag     ACL_MODEL_STREAM_FLAG_HEAD: its tasks start with each execution.
 *                     ACL_MODEL_STREAM_FLAG_DEFAULT: they start when another stream of the graph starts them
 * @return ACL_SUCCESS; 100000: stream is NULL; 107000: another stream or flag, or the graph is not being built;
 *         107003; 107017: no graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag);

/**
 * Unbinds a stream. It then runs its tasks again, and can be bound to another graph. The graph does not need it
 * any more. aclmdlRIDestroy unbinds the streams that are left.
 *
 * @param[in] modelRI  required; after aclmdlRIBuildEnd
 * @param[in] stream   required
 * @return ACL_SUCCESS; 100000: stream is NULL; 107000: the graph was captured; 107003; 107005: the stream is not
 *         bound to the graph; 107017: no graph; 107026: it is being built
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);

/**
 * Marks the end of a stream's tasks. Later ones return 107000.
 *
 * @param[in] modelRI  required; a graph that is being built
 * @param[in] stream   required
 * @return ACL_SUCCESS; 100000: stream is NULL; 107000: a second call, or the graph is not being built; 107003;
 *         107005: the stream is not bound to the graph; 107017: no graph
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);

/**
 * Completes a graph: it can be executed from now on. It takes no further tasks, also of streams without
 * aclmdlRIEndTask; one stream at least must have had that. An execution lasts until all streams that it has
 * started have come to the ends of their tasks.
 *
 * @param[in] modelRI  required; a graph that is being built
 * @param[in] reserve  NULL
 * @return ACL_SUCCESS; 107000: reserve is not NULL, no stream has had aclmdlRIEndTask, or the graph is not being
 *         built; 107017: no graph; 107033: a task group is open; 507903: a task has voided it: destroy it
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve);

/**
 * Aborts the executions of a graph that was built by hand: those that run, and those that wait for their turn on
 * a stream. A task that runs is finished, no other is started, and waits of the graph end. The stream of the
 * execution, or aclmdlRIExecute, returns 507023. Without an execution nothing happens.
 *
 * @param[in] modelRI  required
 * @return ACL_SUCCESS; 107000: the graph was captured; 107017: no graph; 107026: it is being built or captured
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_GRAPH_H_ */
