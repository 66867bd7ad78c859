/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Callbacks: functions that a thread of the program's own runs for a stream. Part of
 * acl/acl_rt.h, which says what holds for every function. For functions on a thread of the library's see
 * aclrtLaunchHostFunc; both may be used on one stream. After aclrtSubscribeHostFunc, host functions also run
 * on a thread of the program's own.
 *
 * A thread that is bound to a stream calls aclrtProcessReport in a loop. Before the binding ends, synchronize
 * the stream: a callback that its thread has not begun by then does not run. After aclrtUnSubscribeReport it
 * fails, as a task does, with 107015 ACL_ERROR_RT_STREAM_NO_CB_REG; where its stream is destroyed, or its
 * device is reset, it is dropped. In no case does it hold the stream up.
 */

#ifndef ACL_RUNTIME_CALLBACK_H_
#define ACL_RUNTIME_CALLBACK_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Binds a thread to a stream: it will run the stream's callbacks. One thread may serve many streams of one
 * device.
 *
 * @param[in] threadId  pthread_self() of the thread
 * @param[in] stream    NULL: the default stream
 * @return ACL_SUCCESS; 107011 ACL_ERROR_RT_STREAM_SUBSCRIBE: the stream is bound to a thread already;
 *         107012 ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread serves streams of another device;
 *         207005 ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: 1024 threads are bound already
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/**
 * Waits until there are callbacks for the calling thread, and runs all that are ready. Needs no current
 * context.
 *
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return ACL_SUCCESS: at least one has run - 507012 ACL_ERROR_RT_REPORT_TIMEOUT: none came in time - 107012
 *         ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread is bound to no stream, or no longer - 107000: any other
 *         timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/**
 * Enqueues a callback: when the stream arrives there, it is ready for the thread that is bound to the stream,
 * which runs the callbacks of a stream in order. Synchronizing with the stream waits for it in both modes.
 *
 * @param[in] fn         required; must not call any acl function
 * @param[in] userData   passed to fn; must live until then
 * @param[in] blockType  ACL_CALLBACK_BLOCK: later tasks of the stream wait until fn has run;
 *                       ACL_CALLBACK_NO_BLOCK: they do not
 * @param[in] stream     NULL: the default stream
 * @return ACL_SUCCESS; 107003; 107000: any other blockType; 107015 ACL_ERROR_RT_STREAM_NO_CB_REG: no thread
 * is bound to the stream
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType, aclrtStream stream);

/**
 * Ends the binding of a thread to a stream. A callback that runs is not waited for.
 *
 * @param[in] threadId  as aclrtSubscribeReport
 * @param[in] stream    NULL: the default stream
 * @return ACL_SUCCESS; 107012 ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread is bound to no stream; 107011
 *         ACL_ERROR_RT_STREAM_SUBSCRIBE: it is not bound to this one
 */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/**
 * Binds a thread to the host functions of a stream: it will run what aclrtLaunchHostFunc issues to the stream.
 * Without such a thread, and in executions of graphs, one of the library's runs them. A stream may have one
 * thread for host functions and another, or the same, for callbacks.
 *
 * @param[in] hostFuncThreadId  pthread_self() of the thread
 * @param[in] exeStream         NULL: the default stream
 * @return as aclrtSubscribeReport
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);

/**
 * Waits until there are host functions for the calling thread, and runs all that are ready. Needs no current
 * context.
 *
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as aclrtProcessReport
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessHostFunc(int32_t timeout);

/**
 * Ends the binding of aclrtSubscribeHostFunc. A function that the thread has not begun fails, as a callback
 * does. Later ones run on a thread of the library's.
 *
 * @param[in] hostFuncThreadId  as aclrtSubscribeHostFunc
 * @param[in] exeStream         NULL: the default stream
 * @return as aclrtUnSubscribeReport
 */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_CALLBACK_H_ */
