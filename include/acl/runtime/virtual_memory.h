/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Addresses and memory apart: a range of addresses that is reserved first and gets its memory later, piece
 * by piece, so that a block can grow where it is. Part of acl/acl_rt.h, which says what holds for every
 * function.
 *
 * The order: aclrtMemGetAllocationGranularity; aclrtMallocPhysical and aclrtReserveMemAddress; aclrtMapMem;
 * use; aclrtUnmapMem; aclrtFreePhysical; aclrtReleaseMemAddress.
 *
 * Mapped memory is device memory like that of aclrtMalloc: for operators, copies, fills. Pieces that lie
 * side by side in one range are one block to them. Queued tasks keep what they use in place until they are
 * done, also where it is unmapped meanwhile. Reserved addresses without memory, or without access, are an
 * error for every call that would touch them.
 */

#ifndef ACL_RUNTIME_VIRTUAL_MEMORY_H_
#define ACL_RUNTIME_VIRTUAL_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What sizes of physical memory, and the addresses it is mapped to, are multiples of.
 *
 * @param[in]  prop         required; as for aclrtMallocPhysical
 * @param[in]  option       minimum or recommended; the answer is the same
 * @param[out] granularity  required; bytes
 * @return ACL_SUCCESS; 100000: prop or granularity is NULL; 107000: a value in prop, or option, is not
 *     valid; 107001; 207000: see aclrtMallocPhysical
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                                              aclrtMemGranularityOptions option,
                                                              size_t* granularity);

/**
 * Allocates memory of a device without an address. Its content is undefined.
 *
 * @param[out] handle  required; the caller's, until aclrtFreePhysical; not an address
 * @param[in]  size    bytes, > 0, a multiple of the granularity
 * @param[in]  prop    required; handleType NONE, allocationType PINNED, location a device; memAttr one of
 *     ACL_HBM_MEM, ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL, the other ACL_HBM_MEM_ and the ACL_MEM_ kinds: all
 *     are served alike
 * @param[in]  flags   0
 * @return ACL_SUCCESS; 100000: handle or prop is NULL, size is 0; 107000: size, flags or a value in prop is
 *     not valid; 107001; 207000: the location is the host; 207001 ACL_ERROR_RT_MEMORY_ALLOCATION: the
 *     device's memory is used up
 * @note Partial: physical memory of the host (locations HOST and HOST_NUMA) is not supported.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);

/**
 * Gives up a handle. Memory that is mapped lives on until it is unmapped. Works without a current context
 * and after a device reset.
 *
 * @param[in] handle  of aclrtMallocPhysical, aclrtMemRetainAllocationHandle or
 *     aclrtMemImportFromShareableHandle; each of these calls takes one free
 * @return ACL_SUCCESS; 100000: NULL; 107017: freed before, or never one
 */
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/**
 * Reserves a range of addresses, without memory.
 *
 * @param[out] virPtr     required; a multiple of the granularity; the caller's, until aclrtReleaseMemAddress
 * @param[in]  size       bytes, > 0; rounded up to the granularity
 * @param[in]  alignment  0
 * @param[in]  expectPtr  NULL
 * @param[in]  flags      0 or 1, without a difference
 * @return ACL_SUCCESS; 100000: virPtr is NULL, size is 0; 107000: alignment or flags; 207000: expectPtr;
 *     207001 ACL_ERROR_RT_MEMORY_ALLOCATION: that many addresses are not left
 * @note Partial: an address cannot be chosen with expectPtr.
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment,
                                                    void* expectPtr, uint64_t flags);

/**
 * Gives a reserved range back, in which everything was unmapped before. Works without a current context and
 * after a device reset.
 *
 * @param[in] virPtr  of aclrtReserveMemAddress
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a reserved range, or memory is mapped in it
 */
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

/**
 * Maps physical memory into a reserved range, where its device can use it at once. The same memory may be
 * mapped at several addresses.
 *
 * @param[in] virPtr  a multiple of the granularity inside a reserved range
 * @param[in] size    bytes; the size of the physical memory
 * @param[in] offset  0
 * @param[in] handle  the memory; all memory in one range is of one device, and all of it is imported or none
 * @param[in] flags   0
 * @return ACL_SUCCESS; 100000: virPtr or handle is NULL; 107000: another argument is not as above, or memory
 *     is mapped there (memory that was unmapped while queued tasks use it counts until they are done);
 *     107017: the handle was freed; 207001: the system refuses
 */
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                                         uint64_t flags);

/**
 * As aclrtMapMem, but nobody has access before aclrtMemSetAccess: a copy or an operator on these addresses
 * fails.
 *
 * @param[in] virPtr  as there
 * @param[in] size    as there
 * @param[in] offset  as there
 * @param[in] handle  as there
 * @param[in] flags   as there
 * @return ACL_SUCCESS; 100000: an argument is not as there; 207001
 */
ACL_FUNC_VISIBILITY aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset,
                                                 aclrtDrvMemHandle handle, uint64_t flags);

/**
 * Takes memory out of a range; the addresses stay reserved. Synchronize before: tasks that start later and
 * use it fail. Works without a current context and after a device reset.
 *
 * @param[in] virPtr  as given to aclrtMapMem or aclrtMemMapNoAccess
 * @return ACL_SUCCESS; 100000: NULL; 107000: no memory was mapped to this address
 */
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

/**
 * Gives access to mapped memory, besides what was given before.
 *
 * @param[in] virPtr  as given to aclrtMapMem or aclrtMemMapNoAccess
 * @param[in] size    bytes; as there
 * @param[in] desc    required; count descriptions; flags READWRITE, location the host (id 0) or a device
 * @param[in] count   > 0
 * @return ACL_SUCCESS; 100000: a pointer is NULL, count is 0; 107000: another argument is not as above;
 *     107001; 207001: the system refuses
 * @note Partial: access that one device is given extends to all devices.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc,
                                               size_t count);

/**
 * Tells what access a location was given to mapped memory: by aclrtMapMem (the memory's device) or
 * aclrtMemSetAccess.
 *
 * @param[in]  virPtr    any address where memory is mapped
 * @param[in]  location  required; the host or a device
 * @param[out] flag      required; an aclrtMemAccessFlags: NONE or READWRITE
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: no memory is mapped there, or no such kind of
 *     location; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flag);

/**
 * The handle of mapped memory, also where that was freed. Takes one more aclrtFreePhysical.
 *
 * @param[in]  virPtr  any address where memory is mapped
 * @param[out] handle  required
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: no memory is mapped there
 */
ACL_FUNC_VISIBILITY aclError aclrtMemRetainAllocationHandle(void* virPtr, aclrtDrvMemHandle* handle);

/**
 * The properties that physical memory was allocated with; of imported memory the exporter's, with the
 * importer's device.
 *
 * @param[in]  handle  physical memory
 * @param[out] prop    required
 * @return ACL_SUCCESS; 100000: NULL; 107017: the handle was freed, or never was one
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                                       aclrtPhysicalMemProp* prop);

/**
 * Lets other processes of the same user import physical memory, for as long as it lives here: a number to
 * send them. Once for each memory.
 *
 * @param[in]  handle           memory of this process
 * @param[in]  handleType       ACL_MEM_HANDLE_TYPE_NONE
 * @param[in]  flags            ACL_RT_VMM_EXPORT_FLAG_DEFAULT: only processes named with
 *     aclrtMemSetPidToShareableHandle; ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION: any
 * @param[out] shareableHandle  required
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: handleType or flags, exported before, or imported;
 *     107017: the handle was freed; 207005: no more can be exported at a time
 * @note Partial: only between processes that see each other's process ids (one container, for instance).
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                                             aclrtMemHandleType handleType, uint64_t flags,
                                                             uint64_t* shareableHandle);

/**
 * Imports what another process exported: the same memory, not a copy. It stays this process's, too, when the
 * exporter frees it or ends. It counts as memory of the exporter's device, not of this process's.
 *
 * @param[in]  shareableHandle  the exporter's number
 * @param[in]  deviceId         where the memory is to be used
 * @param[out] handle           required; to be mapped, and freed with aclrtFreePhysical
 * @return ACL_SUCCESS; 100000: handle is NULL; 107000: an export of this very process; 107001; 107017:
 *     nothing is exported under this number any more; 207005: too many files are open; 207006
 *     ACL_ERROR_RT_NO_PERMISSION: this process was not named, or the exporter is another user's
 */
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                                               aclrtDrvMemHandle* handle);

/**
 * Names processes that may import. Further calls add to the list.
 *
 * @param[in] shareableHandle  what this process exports
 * @param[in] pid              required; pidNum process ids
 * @param[in] pidNum           > 0; all calls together: at most 1000
 * @return ACL_SUCCESS; 100000: pid is NULL, pidNum is 0; 107000: not a process id; 107017: this process
 *     exports nothing under this number; 207005: too many
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid,
                                                             size_t pidNum);

/**
 * As aclrtMemExportToShareableHandle, for both kinds of shareable handles.
 *
 * @param[in]  handle           as there
 * @param[in]  flags            as there
 * @param[in]  shareType        DEFAULT: shareableHandle points to a uint64_t
 * @param[out] shareableHandle  required
 * @return as there; 107000: no such shareType; 207000: FABRIC
 * @note Partial: FABRIC, handles that reach other servers, is not supported.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags,
                                                               aclrtMemSharedHandleType shareType,
                                                               void* shareableHandle);

/**
 * As aclrtMemImportFromShareableHandle, for both kinds of shareable handles, on the current device.
 *
 * @param[in]  shareableHandle  required
 * @param[in]  shareType        DEFAULT: shareableHandle points to a uint64_t
 * @param[in]  flags            0
 * @param[out] handle           as there
 * @return as there; 107000: no such shareType, or flags; 107002; 207000: FABRIC
 * @note Partial: FABRIC, handles that reach other servers, is not supported.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle,
                                                                 aclrtMemSharedHandleType shareType,
                                                                 uint64_t flags, aclrtDrvMemHandle* handle);

/**
 * As aclrtMemSetPidToShareableHandle, for both kinds of shareable handles.
 *
 * @param[in] shareableHandle  required
 * @param[in] shareType        DEFAULT: shareableHandle points to a uint64_t
 * @param[in] pid              as there
 * @param[in] pidNum           as there
 * @return as there; 107000: no such shareType; 207000: FABRIC
 * @note Partial: FABRIC, handles that reach other servers, is not supported.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle,
                                                               aclrtMemSharedHandleType shareType,
                                                               int32_t* pid, size_t pidNum);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_VIRTUAL_MEMORY_H_ */
