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

/**
 * @name Exception callbacks
 * Functions that are told when a task of any stream of the process fails: after the task and before a
 * synchronize that waits for it returns, on the thread that ran it: one of the library, the one that issued a
 * small task, or one that synchronizes. Several may run at the same time. They must not allocate, launch,
 * synchronize or destroy, nor wait for a lock that is held around a launch or a synchronize.
 * @{
 */

/**
 * Sets the one function of the process that is told of failed tasks.
 *
 * @param[in] callback  replaces the one before; NULL: none
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);

/**
 * Adds a function that is told of failed tasks, besides the one of aclrtSetExceptionInfoCallback; a function
 * that is in both is called twice.
 *
 * @param[in] callback  required; where it was added before, nothing changes
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);

/**
 * Takes back aclrtExceptionInfoCallbackRegister. Does not wait for a call that is on its way.
 *
 * @param[in] callback  required; where it was never added, nothing changes
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);

/**
 * Number of the failed task on its stream: 1 is the first that the stream was given.
 *
 * @param[in] info  what the callback got; valid until it returns
 * @return the number; 0xFFFFFFFF: info is not what a running callback got
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Number of the failed task's stream, as aclrtStreamGetId.
 *
 * @param[in] info  as aclrtGetTaskIdFromExceptionInfo
 * @return the number; 0xFFFFFFFF: info is not what a running callback got
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * The thread that issued the failed task, as Linux numbers threads (gettid).
 *
 * @param[in] info  as aclrtGetTaskIdFromExceptionInfo
 * @return the number; 0xFFFFFFFF: info is not what a running callback got
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Device of the failed task.
 *
 * @param[in] info  as aclrtGetTaskIdFromExceptionInfo
 * @return the device number; 0xFFFFFFFF: info is not what a running callback got
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Status of the failed task: what aclrtSynchronizeStream will return for it.
 *
 * @param[in] info  as aclrtGetTaskIdFromExceptionInfo
 * @return the status; 0xFFFFFFFF: info is not what a running callback got
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info);

/**
 * Arguments of the failed kernel.
 *
 * @note Not supported: the tasks of this library have no kernel arguments on the device.
 *
 * @param[in]  info        required
 * @param[out] devArgsPtr  required
 * @param[out] devArgsLen  required; bytes
 * @return 207000
 */
ACL_FUNC_VISIBILITY aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr,
                                                           uint32_t* devArgsLen);

/**
 * Handle of the failed kernel.
 *
 * @note Not supported: the tasks of this library are not launched by kernel handles.
 *
 * @param[in]  info  required
 * @param[out] func  required
 * @return 207000
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info,
                                                                 aclrtFuncHandle* func);

/** @} */

/**
 * Number of the task that the calling thread issued last to a stream of aclrtCreateStream: see
 * aclrtGetTaskIdFromExceptionInfo.
 *
 * @param[out] taskId  required; 0: the thread has issued none
 * @return ACL_SUCCESS; 100001: before aclInit
 */
ACL_FUNC_VISIBILITY aclError aclrtGetThreadLastTaskId(uint32_t* taskId);

/**
 * Faults of a device's hardware. The emulated devices have none, and a failed task is none: the answer is
 * always ACL_RT_NO_ERROR.
 *
 * @param[in]  deviceId   a device, set or not
 * @param[out] errorInfo  required; zeros
 * @return ACL_SUCCESS; 100001: before aclInit; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_ERROR_H_ */
