/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Facts about devices, and their names. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_DEVICE_INFO_H_
#define ACL_RUNTIME_DEVICE_INFO_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * An attribute of a device. It need not be set.
 *
 * - AICORE_CORE_NUM, CUBE_CORE_NUM, VECTOR_CORE_NUM: the cores of the host that compute for the device
 *   (OPENACLNN_NUM_THREADS, shared among the devices). Each does the work of all three kinds.
 * - TOTAL_GLOBAL_MEM_SIZE: the device's memory in bytes (OPENACLNN_CPU_MEMORY)
 * - L2_CACHE_SIZE: the host's last cache in bytes; 1 MiB where the system does not tell
 * - PHY_CHIP_ID: as aclrtGetPhyDevIdByUserDevId
 * - NPU_ARCH: the generation of the emulated chip
 * - AICPU_CORE_NUM: 0, there are none
 * - WARP_SIZE to MAX_BLOCK_DIM_Z (202 to 212): 0, as no kernels for SIMT units run here
 * - SMP_ID, CUST_OP_PRIVILEGE, IS_VIRTUAL: 0: one system, no privileges, no share of a split chip
 * - SUPER_POD_*, MAINBOARD_ID, HD_CONNECT_TYPE, DEVICE_FORM_FACTOR: 207000
 *
 * @note Partial: SUPER_POD_*, MAINBOARD_ID, HD_CONNECT_TYPE and DEVICE_FORM_FACTOR describe hardware that is
 *       not there.
 *
 * @param[in]  deviceId  0 .. count - 1
 * @param[in]  attr      an aclrtDevAttr
 * @param[out] value     required
 * @return ACL_SUCCESS; 107000: not an attribute; 107001; 207000
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value);

/**
 * Whether a device has a feature. Neither of the two: there are no tasks to update and no memory queues.
 *
 * @param[in]  deviceId        0 .. count - 1
 * @param[in]  devFeatureType  an aclrtDevFeatureType
 * @param[out] value           ACL_DEV_FEATURE_NOT_SUPPORT; required
 * @return ACL_SUCCESS; 107000: not a feature; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

/**
 * The load of a device: -1 for each unit, which says that it has no such unit.
 *
 * @note Partial: the load of the host's cores is not measured; ask the system.
 *
 * @param[in]  deviceId         0 .. count - 1
 * @param[out] utilizationInfo  required
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceUtilizationRate(int32_t deviceId,
                                                           aclrtUtilizationInfo* utilizationInfo);

/**
 * Health of a device: always ACL_RT_DEVICE_STATUS_NORMAL. It need not be set.
 *
 * @param[in]  deviceId      0 .. count - 1
 * @param[out] deviceStatus  required
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus);

/**
 * @name Ids
 * User id: what all other functions take, the position of a device in ASCEND_RT_VISIBLE_DEVICES. Logical id:
 * the number that stands there. Physical id: the number on the host, here the same as the logical id.
 * Without the variable all three are equal. The functions need no aclInit.
 *
 * Each returns ACL_SUCCESS; 100000; 107001: the id is that of no visible device.
 */
/** @{ */
/** Logical id of a user id. */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid,
                                                           int32_t* const logicDevId);
/** User id of a logical id. */
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId,
                                                           int32_t* const userDevid);
/** User id of a physical id. */
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId);
/** Physical id of a user id. */
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId);
/** Old form of aclrtGetUserDevIdByPhyDevId: what it calls a logical id is the user id. */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId);
/** Old form of aclrtGetPhyDevIdByUserDevId: what it calls a logical id is the user id. */
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId);
/** @} */

/**
 * Identity of a device: the same in all processes of a machine, whatever ASCEND_RT_VISIBLE_DEVICES says, and
 * another for every device. Made from the machine's id; where it has none, the identity changes when the
 * machine starts anew. Needs no aclInit.
 *
 * @param[in]  deviceId  0 .. count - 1
 * @param[out] uuid      required
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid);

/**
 * Id of this process on the host, which other processes name when they share memory with it. Needs no
 * aclInit.
 *
 * @note Partial: in a container, the id that the process has in there.
 *
 * @param[out] pid  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t* pid);

/**
 * Place of a device on PCIe. Needs no aclInit.
 *
 * @note Not supported: emulated devices are not on PCIe.
 *
 * @param[in]  deviceId  0 .. count - 1
 * @param[out] pciBusId  required; never written
 * @param[in]  len       bytes of pciBusId, at least 13
 * @return 207000; 107000: len; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len);

/**
 * Device at a place on PCIe. Needs no aclInit.
 *
 * @note Not supported: emulated devices are not on PCIe.
 *
 * @param[in]  pciBusId  required
 * @param[out] deviceId  required; never written
 * @return 207000
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_DEVICE_INFO_H_ */
