/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Memory of aclrtMalloc that several processes use. Part of acl/acl_rt.h, which says what holds for every
 * function.
 *
 * The exporter: aclrtMalloc; aclrtIpcMemGetExportKey; aclrtIpcMemSetImportPid; sends the key; ...;
 * aclrtIpcMemClose; aclrtFree. The importer: aclrtIpcMemImportByKey; use; aclrtIpcMemClose, before the
 * exporter's.
 *
 * All of them use the same memory, whatever they write. There is no order between the tasks of two
 * processes: synchronize, then tell the other.
 */

#ifndef ACL_RUNTIME_IPC_MEMORY_H_
#define ACL_RUNTIME_IPC_MEMORY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Lets other processes of the same user import a part of a block: a key to send them. Valid until
 * aclrtIpcMemClose or aclrtFree. A repeat returns the same key, and takes one close more. Waits for the
 * tasks that run at this moment, not for queued ones. The processes have to see each other's process ids.
 *
 * @param[in]  devPtr  an address in a block of aclrtMalloc and its like, a multiple of the page size
 * @param[in]  size    bytes, > 0, a multiple of the page size, inside the block; pages of 4 KiB count, in
 *     blocks on huge pages too
 * @param[out] key     required; 65 bytes, a terminated string
 * @param[in]  len     65
 * @param[in]  flags   ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT: only processes named with aclrtIpcMemSetImportPid;
 *     ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION: any
 * @return ACL_SUCCESS; 100000: a pointer is NULL, size is 0; 107000: devPtr is not device memory, not in
 *     pages, not in one block; len or flags; 207000: memory of another kind; 207001: the system has no
 *     memory for the exchange of the pages; 207005: no more can be exported at a time
 * @note Partial: blocks of less than 16 KiB seldom begin with a page; only aclrtMalloc's memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len,
                                                     uint64_t flags);

/**
 * Names processes that may import. Further calls add to the list.
 *
 * @param[in] key  of aclrtIpcMemGetExportKey, in this process
 * @param[in] pid  required; num process ids
 * @param[in] num  > 0; all calls together: at most 1000
 * @return ACL_SUCCESS; 100000: a pointer is NULL, num is 0; 107000: not a process id; 107017: not a key of
 *     this process, or closed, or its block was freed; 207005: too many
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num);

/**
 * Maps another process's memory. It is device memory of the current device, whose capacity it does not count
 * against, and stays in place until aclrtIpcMemClose (aclrtFree does as well). A repeat returns the same
 * address, and takes one close more.
 *
 * @param[out] devPtr  required
 * @param[in]  key     the exporter's
 * @param[in]  flags   ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT or ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS,
 *     without a difference: devices reach each other's memory
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: not a key, a key of this very process, or flags;
 *     107002; 107017: nothing is exported under this key any more; 207001: no addresses are left; 207005:
 *     too many files are open; 207006 ACL_ERROR_RT_NO_PERMISSION: this process was not named, or the
 *     exporter is another user's
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags);

/**
 * Ends an import, or an export: nobody can import with this key any more; who did before keeps the memory.
 * Works without a current context and after a device reset.
 *
 * @param[in] key  of an import or an export of this process
 * @return ACL_SUCCESS; 100000: NULL; 107017: not a key of this process, or closed before
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemClose(const char* key);

/**
 * Chooses the link between the processors of the exporter and the importer.
 *
 * @param[in] key   required
 * @param[in] type  ACL_RT_IPC_MEM_ATTR_ACCESS_LINK
 * @param[in] attr  an ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_ value
 * @return 207000; 100000: key is NULL; 107000: no such type
 * @note Not supported: the emulated devices have no links.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetAttr(const char* key, aclrtIpcMemAttrType type, uint64_t attr);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_IPC_MEMORY_H_ */
