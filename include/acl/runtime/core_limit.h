/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Limits on the cores that operators use. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_CORE_LIMIT_H_
#define ACL_RUNTIME_CORE_LIMIT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * How many cores operators may use on a device: what aclrtSetDeviceResLimit set, else those that
 * aclrtGetDeviceInfo tells.
 *
 * @param[in]  deviceId  0 .. count - 1; it need not be set
 * @param[in]  type      ACL_RT_DEV_RES_CUBE_CORE or ACL_RT_DEV_RES_VECTOR_CORE
 * @param[out] value     required; cores
 * @return ACL_SUCCESS; 107000: any other type; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t* value);

/**
 * Limits the cores of a device for what this process issues later. The last limit holds, until
 * aclrtResetDeviceResLimit; aclrtResetDevice leaves it.
 *
 * @param[in] deviceId  as aclrtGetDeviceResLimit
 * @param[in] type      as aclrtGetDeviceResLimit
 * @param[in] value     1 or more; a number above the cores of the device is taken as it is
 * @return ACL_SUCCESS; 107000: any other type; value 0; 107001
 * @note Partial: the number is kept and told; operators here use all threads of the device, and their results
 *       do not depend on the number.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t value);

/**
 * Takes the limits of a device back.
 *
 * @param[in] deviceId  as aclrtGetDeviceResLimit
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceResLimit(int32_t deviceId);

/**
 * How many cores the operators of a stream may use: its own limit, else that of its device.
 *
 * @param[in]  stream  NULL: the default stream
 * @param[in]  type    as aclrtGetDeviceResLimit
 * @param[out] value   required; cores
 * @return ACL_SUCCESS; 107000: any other type
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t* value);

/**
 * Limits the cores for what is issued to a stream later. The last limit holds.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] type    as aclrtGetDeviceResLimit
 * @param[in] value   1 or more; a number above the cores of the device is taken as it is
 * @return ACL_SUCCESS; 107000: any other type; value 0
 * @note Partial: as aclrtSetDeviceResLimit.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t value);

/**
 * Takes the limits of a stream back.
 *
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtResetStreamResLimit(aclrtStream stream);

/**
 * Makes the limits of a stream those of the calling thread (aclrtGetResInCurrentThread), in place of those
 * of the stream that it used before. Ends with the stream.
 *
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);

/**
 * Takes aclrtUseStreamResInCurrentThread back. Changes nothing where the thread uses another stream, or none.
 *
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);

/**
 * How many cores hold for the calling thread: the limit of the stream that it uses, else that of the current
 * device, else all cores.
 *
 * @param[in]  type   as aclrtGetDeviceResLimit
 * @param[out] value  required; cores
 * @return ACL_SUCCESS; 107000: any other type; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_CORE_LIMIT_H_ */
