/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Faults of the hardware: their detection and repair; snapshots of a process. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_FAULT_H_
#define ACL_RUNTIME_FAULT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Faults
 * Finds and repairs memory errors; stops a device's tasks for that.
 *
 * @note Not supported: an emulated device has no faults to report or repair.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                                size_t arraySize, size_t* retSize);
ACL_FUNC_VISIBILITY aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray,
                                               size_t arraySize);
ACL_FUNC_VISIBILITY aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo);
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceTaskAbortCallback(const char* regName,
                                                             aclrtDeviceTaskAbortCallback callback,
                                                             void* args);
/** @} */

/**
 * @name Snapshots
 * Saves the device side of a process, and brings it back.
 *
 * @note Not supported: the state of an emulated device cannot be saved.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessLock(void);
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessUnlock(void);
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessBackup(void);
ACL_FUNC_VISIBILITY aclError aclrtSnapShotProcessRestore(void);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_FAULT_H_ */
