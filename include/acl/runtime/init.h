/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Start and end of the library, and its version. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_INIT_H_
#define ACL_RUNTIME_INIT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Initializes the library for this process. Call it before anything else.
 *
 * Calls are counted: a repeated call returns 100002, which may be ignored, and counts; only the first
 * configuration takes effect. After a complete finalize the process may initialize again.
 *
 * Calls the functions of aclInitCallbackRegister in the order of their registration. When they run, the
 * library is initialized for them and for other threads. Where one returns a failure, the others are not
 * called and this aclInit is taken back.
 *
 * Keys of the configuration:
 * - "err_msg_mode": "0" messages per thread (default), "1" per process
 * - "defaultDevice": {"default_device": "N"}: threads that never set a device use N
 * - "StackSize": {"aicore_stack_size", "simt_stack_size", "simt_divergence_stack_size"},
 *   "simt_printf_fifo_size", "simd_printf_fifo_size_per_core": what aclrtDeviceGetLimit begins with, in
 *   bytes; aclrtDeviceSetLimit says which values are valid
 * - "dump", "profiler", "max_opqueue_num": checked, without effect. A "dump" or "profiler" that is not empty
 *   leaves a remark to say so, which aclGetRecentErrMsg returns.
 * Others are ignored. Numbers may be written as text.
 *
 * @note Partial: nothing is dumped or profiled, and there is no queue of single operators.
 *
 * @param[in] configPath  JSON file with options, or NULL for defaults; "{}" means defaults too
 * @return ACL_SUCCESS
 *         - 100000: OPENACLNN_SOC names no chip
 *         - 100002 ACL_ERROR_REPEAT_INITIALIZE: already initialized
 *         - 100003 ACL_ERROR_INVALID_FILE: no such file, or not readable
 *         - 100006 ACL_ERROR_PARSE_FILE: not JSON, or more than 10 levels of {} or of []
 *         - 100009 ACL_ERROR_INVALID_DUMP_CONFIG: "dump" has a value that is not valid, lacks the dump_path
 *           that dump_debug and the scene watcher need, or asks for more than one of overflow, exception and
 *           operator dump
 *         - 100010 ACL_ERROR_INVALID_PROFILING_CONFIG: "profiler" is not an object
 *         - 107000: another value is not valid, or a finalize callback called
 *         - 107001: default_device is no device
 *         - 148048 ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG: max_opqueue_num is not a positive number
 *         - what an init callback returned
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/**
 * Undoes all aclInit calls at once. Call it before the process ends, not from the destructor of a static
 * object.
 *
 * Devices that were not reset are released when the process exits; handles and memory stay safe to free.
 *
 * First calls the functions of aclFinalizeCallbackRegister, the latest registration first; the library works
 * until they are done. All of them are called, and the library is finalized whatever they return.
 *
 * @return ACL_SUCCESS
 *         - 100001 ACL_ERROR_UNINITIALIZE: aclInit was never called
 *         - 100037 ACL_ERROR_REPEAT_FINALIZE: already finalized
 *         - what the first finalize callback that failed returned
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/**
 * Undoes one aclInit; the last one finalizes as aclFinalize does. Use this form where several components
 * initialize independently.
 *
 * @param[out] refCount  aclInit calls still open; may be NULL
 * @return as aclFinalize
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/**
 * Registers a function that aclInit calls, with the text of its configuration file. Where the library is
 * initialized already, the function is called at once, on this thread.
 *
 * Any number of functions may be registered for a type; the type has no other meaning. The registration
 * outlasts aclFinalize. The function may call acl functions; the text ("" without a file) is valid while it
 * runs. It returns ACL_SUCCESS, or a failure, which aclInit then returns. Needs no aclInit.
 *
 * @param[in] type      an aclRegisterCallbackType
 * @param[in] cbFunc    required
 * @param[in] userData  passed on to cbFunc; may be NULL; the caller's
 * @return ACL_SUCCESS; 100000; 107000: not a type, or (type, cbFunc) is registered already; what cbFunc
 *         returned when it was called at once: a failure leaves it unregistered
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc,
                                                     void* userData);

/**
 * Takes back an aclInitCallbackRegister. Does not wait for a call that another thread's aclInit is making.
 *
 * @param[in] type    as registered
 * @param[in] cbFunc  as registered; required
 * @return ACL_SUCCESS; 100000; 107000: not a type, or (type, cbFunc) is not registered
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackUnRegister(aclRegisterCallbackType type,
                                                       aclInitCallbackFunc cbFunc);

/**
 * Registers a function that aclFinalize calls, and the last aclFinalizeReference.
 *
 * As aclInitCallbackRegister; but the function is never called at once, and must neither call aclInit nor
 * wait for a thread that does.
 *
 * @param[in] type      an aclRegisterCallbackType
 * @param[in] cbFunc    required
 * @param[in] userData  passed on to cbFunc; may be NULL; the caller's
 * @return ACL_SUCCESS; 100000; 107000: not a type, or (type, cbFunc) is registered already
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type,
                                                         aclFinalizeCallbackFunc cbFunc, void* userData);

/**
 * Takes back an aclFinalizeCallbackRegister. Does not wait for a call that another thread's aclFinalize is
 * making.
 *
 * @param[in] type    as registered
 * @param[in] cbFunc  as registered; required
 * @return ACL_SUCCESS; 100000; 107000: not a type, or (type, cbFunc) is not registered
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                                           aclFinalizeCallbackFunc cbFunc);

/**
 * Version of the interface: ACL_MAJOR_VERSION, ACL_MINOR_VERSION, ACL_PATCH_VERSION of the library in use.
 *
 * @deprecated in the API; kept working.
 * @param[out] majorVersion  required
 * @param[out] minorVersion  required
 * @param[out] patchVersion  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_INIT_H_ */
