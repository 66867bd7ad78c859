/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Core groups: parts of a device's cores. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_CORE_GROUP_H_
#define ACL_RUNTIME_CORE_GROUP_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Groups
 * Lists the groups that the operator of a machine has set up, and picks one. aclrtCreateGroupInfo returns
 * NULL.
 *
 * @note Not supported: an emulated device has no groups of cores.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtSetGroup(int32_t groupId);
ACL_FUNC_VISIBILITY aclError aclrtGetGroupCount(uint32_t* count);
ACL_FUNC_VISIBILITY aclrtGroupInfo* aclrtCreateGroupInfo(void);
ACL_FUNC_VISIBILITY aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo);
ACL_FUNC_VISIBILITY aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo);
ACL_FUNC_VISIBILITY aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex,
                                                     aclrtGroupAttr attr, void* attrValue, size_t valueLen,
                                                     size_t* paramRetSize);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_CORE_GROUP_H_ */
