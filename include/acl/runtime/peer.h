/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Access between devices. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_PEER_H_
#define ACL_RUNTIME_PEER_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether one device can be given access to the memory of another: always, here.
 *
 * @param[out] canAccessPeer  1; required
 * @param[in]  deviceId       0 .. count - 1
 * @param[in]  peerDeviceId   another device
 * @return ACL_SUCCESS; 107000: the ids are the same; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);

/**
 * Opens the way from the current device to another one, for the whole process, until it is closed again; a
 * reset does not close it. A repeat returns ACL_SUCCESS.
 *
 * Where the emulated chip is an Atlas A2 part, a 950, an Ascend310P* or one of the first training series, a
 * copy between the memory of two devices needs the way in one direction at least. On the other chips it
 * needs none.
 *
 * @param[in] peerDeviceId  another device than the current one
 * @param[in] flags         0
 * @return ACL_SUCCESS; 107000: peerDeviceId is the current device, or flags is not 0; 107001; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);

/**
 * Closes the way from the current device to another one, for the whole process. Copies that were issued
 * before are not affected. A way that is not open stays closed.
 *
 * @param[in] peerDeviceId  another device than the current one
 * @return ACL_SUCCESS; 107000: peerDeviceId is the current device; 107001; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/**
 * Whether the way from one device to another is open.
 *
 * @param[in]  deviceId      0 .. count - 1
 * @param[in]  peerDeviceId  another device
 * @param[out] status        1 open, 0 closed; required
 * @return ACL_SUCCESS; 107000: no such device, or the ids are the same
 */
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId,
                                                         int32_t* status);

/**
 * The kind of link between two devices: always ACL_RT_DEVS_TOPOLOGY_SYS, as emulated devices reach each
 * other through the host's memory.
 *
 * @param[in]  deviceId       0 .. count - 1
 * @param[in]  otherDeviceId  another device
 * @param[out] value          one ACL_RT_DEVS_TOPOLOGY_* bit; required
 * @return ACL_SUCCESS; 107000: the ids are the same; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_PEER_H_ */
