/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Attributes of streams, and float overflow. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_STREAM_ATTRIBUTE_H_
#define ACL_RUNTIME_STREAM_ATTRIBUTE_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sets an attribute of a stream, for what is issued to it later.
 *
 * - ACL_STREAM_ATTR_FAILURE_MODE, failureMode: as aclrtSetStreamFailureMode
 * - ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, overflowSwitch: as aclrtSetStreamOverflowSwitch
 * - ACL_STREAM_ATTR_USER_CUSTOM_TAG, userCustomTag: any number, the caller's own; 0 where none was set
 * - ACL_STREAM_ATTR_CACHE_OP_INFO, cacheOpInfoSwitch: 0 (default) or 1
 * - ACL_STREAM_ATTR_PRIORITY, streamPriority: 0 (most urgent) .. 7
 *
 * @param[in] stream       NULL: the default stream, where the SoC (A2, A3, 950) allows it
 * @param[in] stmAttrType  which
 * @param[in] value        required; the member that belongs to the attribute is read
 * @return ACL_SUCCESS; 107000: another attribute or value, or NULL where the SoC does not allow it;
 *         207000: ACL_STREAM_ATTR_PRIORITY where the SoC (310P, 310B) has no stream priorities
 * @note Partial: the overflow switch, the switch for operator information and the priority are kept and told,
 *       and change nothing.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/**
 * Attribute of a stream.
 *
 * @param[in]  stream       as aclrtSetStreamAttribute
 * @param[in]  stmAttrType  which
 * @param[out] value        required; the member that belongs to the attribute is set, the rest is 0
 * @return as aclrtSetStreamAttribute
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/**
 * Whether tasks that are issued to the stream later are checked for float overflow.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] flag    0 (default) or 1
 * @return ACL_SUCCESS; 107000: any other flag
 * @note Partial: kept and told; no operator of this library reports an overflow.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);

/**
 * The switch of aclrtSetStreamOverflowSwitch.
 *
 * @param[in]  stream  NULL: the default stream
 * @param[out] flag    required; 0 or 1
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag);

/**
 * Sets what float overflow gives in the streams that are created later on the current device; in a thread
 * without one, and before aclInit, on all devices. Stays beyond aclrtResetDevice.
 *
 * @param[in] mode  ACL_RT_OVERFLOW_MODE_INFNAN (the default of A2, A3 and 950, and the only mode of 950) or
 *                  ACL_RT_OVERFLOW_MODE_SATURATION (the only mode of 910, 310P and 310B)
 * @return ACL_SUCCESS; 107000: any other mode; 207000: a mode that the SoC does not have
 * @note Partial: kept and told; operators give infinities and NaN in either mode.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

/**
 * The mode of aclrtSetDeviceSatMode, for the current device.
 *
 * @param[out] mode  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);

/**
 * Writes the device's overflow status to memory, in stream order.
 *
 * @param[out] outputAddr  required; 64 bytes of device memory, which must live until then. All zeros mean no
 *                         overflow.
 * @param[in]  outputSize  64
 * @param[in]  stream      NULL: the default stream
 * @return ACL_SUCCESS; 107000: another size, or not device memory; 107003
 * @note Partial: no operator of this library reports an overflow, so the status is always zeros.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream);

/**
 * Clears the device's overflow status, in stream order.
 *
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS; 107003
 * @note Partial: the status is always zeros, as no operator of this library reports an overflow.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetOverflowStatus(aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_STREAM_ATTRIBUTE_H_ */
