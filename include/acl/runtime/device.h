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
 * Every call adds one to the device's count in this process; see aclrtResetDevice. May come before aclInit.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107001; 100001: after aclFinalize
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
 * @return ACL_SUCCESS; 107001: ASCEND_RT_VISIBLE_DEVICES is no list of devices
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

/**
 * Whether the default context of a device exists, as it does from the first use of the device to the reset
 * that releases it. Needs no aclInit.
 *
 * @param[in]  deviceId  0 .. count - 1
 * @param[out] flags     reserved: NULL; never written
 * @param[out] active    1 or 0; required
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active);

/**
 * Registers a function that is called on the calling thread around each aclrtSetDevice
 * (ACL_RT_DEVICE_STATE_SET_PRE, SET_POST) and around each aclrtResetDevice and aclrtResetDeviceForce
 * (RESET_PRE, RESET_POST), also where these only change the device's count. Needs no aclInit.
 *
 * Functions are called in the order of their registration, for each state. A call that fails because of its
 * arguments calls none; one that fails later calls none for its POST state. In SET_PRE the previous context
 * is still current, in SET_POST the new one is; in RESET_PRE the device can still be used, in RESET_POST it
 * is released if this was the last reset. The functions may call acl functions; devices that they set or
 * reset themselves lead to no further calls.
 *
 * @param[in] regName   a name that identifies the registration, not ""; copied; required
 * @param[in] callback  NULL takes the registration back, without waiting for calls that run
 * @param[in] args      passed on to callback; may be NULL; the caller's
 * @return ACL_SUCCESS; 107000: regName is "" or registered already, or is not registered where callback is
 *         NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtRegDeviceStateCallback(const char* regName,
                                                         aclrtDeviceStateCallback callback, void* args);

/**
 * Sets the size of a stack or print buffer of device kernels, for the process. aclInit begins with the
 * values of its configuration, and otherwise with the defaults:
 *
 * | aclrtDeviceLimit              | default | valid (bytes)                                        |
 * |-------------------------------|---------|------------------------------------------------------|
 * | SIMT_STACK_SIZE               | 1152    | multiple of 128; 950 only                            |
 * | SIMT_DVG_WARP_STACK_SIZE      | 1024    | multiple of 128, not both of them 0; 950 only        |
 * | SIMD_STACK_SIZE               | 32768   | multiple of 16 KiB, at most 192 KiB, not 0           |
 * | SIMD_PRINTF_FIFO_SIZE_PER_CORE| 32768   | multiple of 8, 1 KiB to 64 MiB                       |
 * | SIMT_PRINTF_FIFO_SIZE         | 2097152 | multiple of 8, 1 MiB to 64 MiB; 950 only             |
 *
 * @note Partial: stored and returned, without effect. Kernels here run on the host's threads and do not
 *       print.
 *
 * @param[in] limit  an aclrtDeviceLimit
 * @param[in] value  bytes
 * @return ACL_SUCCESS; 107000: not a limit, or not a valid size; 207000: the emulated chip has no SIMT units
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value);

/**
 * The latest value of a size, set or default.
 *
 * @param[in]  limit  an aclrtDeviceLimit
 * @param[out] value  bytes; required
 * @return ACL_SUCCESS; 107000: not a limit; 207000: the emulated chip has no SIMT units
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_DEVICE_H_ */
