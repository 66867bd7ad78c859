/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Names without published prototypes: clients that were built elsewhere link them, and would not load
 * without. They are declared without arguments; what callers pass is not looked at. No program should call
 * them, and no other header includes this one. Valid C11 and C++11.
 */

#ifndef ACL_ACL_UNPUBLISHED_H_
#define ACL_ACL_UNPUBLISHED_H_

#include <stdint.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name The profiler's collector
 * Takes the reports of programs that were built with profiling.
 *
 * @note Partial: reports are accepted and dropped; each returns 0.
 */
/** @{ */
ACL_FUNC_VISIBILITY int32_t MsprofRegisterCallback(void);
ACL_FUNC_VISIBILITY int32_t MsprofReportApi(void);
ACL_FUNC_VISIBILITY int32_t MsprofReportCompactInfo(void);
ACL_FUNC_VISIBILITY int32_t MsprofReportAdditionalInfo(void);
ACL_FUNC_VISIBILITY uint64_t MsprofGetHashId(void);
/** @} */

/**
 * The profiler's clock.
 *
 * @return Nanoseconds since some moment in the past; never less than before
 */
ACL_FUNC_VISIBILITY uint64_t MsprofSysCycleTime(void);

/**
 * @name The runtime below AscendCL
 * Registers kernels for the chip's own processors, launches them, and finds what they synchronize with.
 *
 * @note Not supported: binaries are for processors that an emulated device does not have.
 */
/** @{ */
ACL_FUNC_VISIBILITY int32_t rtDevBinaryRegister(void);
ACL_FUNC_VISIBILITY int32_t rtDevBinaryUnRegister(void);
ACL_FUNC_VISIBILITY int32_t rtFunctionRegister(void);
ACL_FUNC_VISIBILITY int32_t rtKernelLaunch(void);
ACL_FUNC_VISIBILITY int32_t rtLaunch(void);
ACL_FUNC_VISIBILITY int32_t rtGetC2cCtrlAddr(void);
/** @} */

/**
 * @name The driver
 * Makes memory of the host known to a device.
 *
 * @note Not supported: an emulated device has no driver; aclrtHostRegister does it.
 */
/** @{ */
ACL_FUNC_VISIBILITY int32_t halHostRegister(void);
ACL_FUNC_VISIBILITY int32_t halHostUnregister(void);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_UNPUBLISHED_H_ */
