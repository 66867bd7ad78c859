/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Devices. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_DEVICE_H_
#define ACL_RUNTIME_DEVICE_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a device current for the calling thread: its default context, created on first use, becomes the
 * thread's current context, even where an explicit one was current. Other threads are not affected.
 *
 * Every call adds one to the device's count in this process; see aclrtResetDevice.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/**
 * Takes back one aclrtSetDevice. When the count falls to 0: waits for the work of the default context, then
 * releases that context with its default stream and all streams made in it. Above 0 nothing is released.
 *
 * Destroy events, streams and explicit contexts before. Handles that the reset released may still be passed
 * to their Destroy function (which then returns ACL_SUCCESS); device memory stays allocated until aclrtFree.
 * Threads whose current context was released have none afterwards. The device need not be current.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107000: the count is 0 already; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/**
 * As aclrtResetDevice, but releases at once whatever the count is.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107000: not set since the last release; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/**
 * Device of the current context.
 *
 * @param[out] deviceId  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/**
 * Number of visible devices, after ASCEND_RT_VISIBLE_DEVICES. Works before aclInit.
 *
 * @param[out] count  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/**
 * Where the program runs: always ACL_HOST here.
 *
 * @param[out] runMode  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/**
 * Blocks until all streams of the current device have finished what this process has issued to them.
 *
 * @return ACL_SUCCESS; 107002; the status of a failed task
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/**
 * As aclrtSynchronizeDevice, for a limited time. After a timeout the work goes on and can be waited for
 * again.
 *
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as aclrtSynchronizeDevice; 507046 ACL_ERROR_RT_STREAM_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_DEVICE_H_ */
