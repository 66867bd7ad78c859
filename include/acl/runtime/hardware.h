/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Details of the chip: overflow flags, caches, schedulers, its generator of random numbers. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_HARDWARE_H_
#define ACL_RUNTIME_HARDWARE_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Settings of aclrtRandomNumAsync; its members are not described here. */
typedef struct aclrtRandomNumTaskInfo aclrtRandomNumTaskInfo;

/**
 * @name Overflow flags
 * Flags that the chip sets when a result overflows.
 *
 * @note Not supported: an emulated device keeps no overflow flags; results overflow to infinity.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetFloatOverflowAddr(void** overflowAddr);
ACL_FUNC_VISIBILITY aclError aclrtGetFloatOverflowStatus(void* outputAddr, uint64_t outputSize,
                                                         aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtResetFloatOverflowStatus(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtNpuGetFloatOverFlowStatus(void* outputAddr, uint64_t outputSize,
                                                            uint32_t checkMode, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream);
/** @} */

/**
 * @name Units of the chip
 * Cache maintenance, addresses and schedulers of the chip.
 *
 * @note Not supported: an emulated device has no such unit.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithBarrier(void* src, size_t size, aclrtCmoType cmoType,
                                                      uint32_t barrierId, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtGetHardwareSyncAddr(void** addr);
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);
ACL_FUNC_VISIBILITY aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo* taskInfo,
                                                 const aclrtStream stream, void* reserve);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_HARDWARE_H_ */
