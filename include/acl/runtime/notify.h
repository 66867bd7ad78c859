/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Notifies and counting notifies: signals between streams, of different devices, too. Notifies also work
 * between processes. Part of
 * acl/acl_rt.h, which says what holds for every function.
 *
 * A stream that waits occupies no thread. A wait with a timeout fails as a task does when its time is over,
 * which counts from the stream's arrival at the wait: the next synchronize returns 107019
 * ACL_ERROR_RT_WAIT_TIMEOUT, and later tasks run. Other than events, a notify can be waited for before it is
 * recorded, and who waits for one that nobody records waits for ever: aclrtDestroyStreamForce ends that.
 */

#ifndef ACL_RUNTIME_NOTIFY_H_
#define ACL_RUNTIME_NOTIFY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates a notify on the current device, not recorded.
 *
 * @param[out] notify  required; the caller's, until aclrtDestroyNotify
 * @param[in]  flag    ACL_NOTIFY_DEFAULT, or ACL_NOTIFY_DEVICE_USE_ONLY, which makes no difference here
 * @return ACL_SUCCESS; 107002; 107000: any other flag; 207009 ACL_ERROR_RT_NO_NOTIFY_RESOURCE: the device has
 *         8192 notifies already
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag);

/**
 * Destroys a notify. Never blocks: tasks already issued for it stay valid. Accepted after a device reset,
 * too.
 *
 * @param[in] notify  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyNotify(aclrtNotify notify);

/**
 * Records a notify, asynchronously: when the stream arrives there, the stream that has waited for it for
 * longest goes on. If none waits, the notify stays recorded until one does; to record it again before that
 * changes nothing.
 *
 * @param[in] notify  required; of any device
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS; 107003; 107017: the notify is gone, or its device was reset since
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);

/**
 * Makes later tasks of a stream wait, asynchronously, until the notify is recorded, and clears it. One record
 * ends exactly one wait.
 *
 * @param[in] notify   required; of any device
 * @param[in] stream   NULL: the default stream
 * @param[in] timeout  seconds; 0: no limit
 * @return as aclrtRecordNotify
 */
ACL_FUNC_VISIBILITY aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream,
                                                     uint32_t timeout);

/**
 * Number of a notify, unique among those of its device.
 *
 * @param[in]  notify    required
 * @param[out] notifyId  required; 0 to 8191
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId);

/**
 * Clears notifies at once, in no order with any stream: a record that no wait has used up is forgotten.
 *
 * @param[in] notifies  required; if one of them is not a live notify, none is cleared
 * @param[in] num       their number
 * @return ACL_SUCCESS; 100000: num is 0
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num);

/**
 * Makes a key by which other processes of the same user find a notify. They import it with
 * aclrtNotifyImportByKey and have the same notify then: each of them may record it and wait for it. A repeat
 * returns the same key. The key is valid until aclrtDestroyNotify in this process, or its end. The processes
 * must see each other's process ids.
 *
 * A wait of another process ends with 507022 ACL_ERROR_RT_IPC_ERROR if the notify is not recorded and this
 * process ends or destroys it. A wait of this process ends with 507022 if the notify is not recorded, processes
 * that imported it have ended without aclrtDestroyNotify, and no process has it imported any more.
 *
 * @param[in]  notify  required; of aclrtCreateNotify
 * @param[out] key     required; len bytes, of which 65 are written: a terminated string
 * @param[in]  len     >= 65
 * @param[in]  flags   ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT: only processes named with aclrtNotifySetImportPid;
 *     ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION: any
 * @return ACL_SUCCESS; 100000: key is NULL; 107000: len, flags, or the notify is an imported one; 207005
 *     ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: the system gives no memory to share
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len,
                                                     uint64_t flags);

/**
 * Imports another process's notify, as one of the current device.
 *
 * @param[out] notify  required; the caller's, until aclrtDestroyNotify
 * @param[in]  key     of aclrtNotifyGetExportKey in the other process
 * @param[in]  flags   ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT or ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS,
 *     without a difference
 * @return ACL_SUCCESS; 100000: a pointer is NULL; 107000: not a key, a key of this very process, or flags;
 *     107002; 107017: nothing is exported under this key any more; 207005: too many files are open, or the
 *     notify is imported 256 times already; 207006 ACL_ERROR_RT_NO_PERMISSION: this process was not named, or
 *     the exporter is another user's; 207009
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags);

/**
 * Names processes that may import a notify. Further calls add to the list.
 *
 * @param[in] notify  one that aclrtNotifyGetExportKey has exported
 * @param[in] pid     required; num process ids
 * @param[in] num     > 0; all calls together: at most 1000
 * @return ACL_SUCCESS; 100000: pid is NULL, num is 0; 107000: not a process id; 107017: no such notify; 207005:
 *     too many
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num);

/**
 * Creates a counting notify on the current device: a number of 32 bits, 0 at first, that streams change and
 * wait for.
 *
 * @param[out] cntNotify  required; the caller's, until aclrtCntNotifyDestroy
 * @param[in]  flag       0
 * @return ACL_SUCCESS; 107002; 107000: any other flag; 207009 ACL_ERROR_RT_NO_NOTIFY_RESOURCE: the device has
 *         8192 counting notifies already
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag);

/**
 * Destroys a counting notify. Never blocks: tasks already issued for it stay valid. Accepted after a device
 * reset, too.
 *
 * @param[in] cntNotify  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);

/**
 * Changes a counting notify, asynchronously. All waits whose comparison then holds are over, the longest one
 * first.
 *
 * @param[in] cntNotify  required; of any device
 * @param[in] stream     NULL: the default stream
 * @param[in] info       required; read before the call returns. The mode sets the number to the value, adds
 *                       the value (modulo 2 to the 32), or combines both by or, or by and
 * @return ACL_SUCCESS; 107003; 107000: any other mode; 107017: the notify is gone, or its device was reset
 *         since
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                                                  aclrtCntNotifyRecordInfo* info);

/**
 * Makes later tasks of a stream wait, asynchronously, until a counting notify compares as asked for: less
 * than, equal to, greater than, or not less than the value, without a sign; or it has all the bits of the
 * value. With isClear, the wait sets it to 0 when it is over.
 *
 * @param[in] cntNotify  required; of any device
 * @param[in] stream     NULL: the default stream
 * @param[in] info       required; read before the call returns; timeout in seconds, 0: no limit
 * @return as aclrtCntNotifyRecord
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream,
                                                           aclrtCntNotifyWaitInfo* info);

/**
 * Sets a counting notify to 0, asynchronously.
 *
 * @param[in] cntNotify  required; of any device
 * @param[in] stream     NULL: the default stream
 * @return ACL_SUCCESS; 107003; 107017 as aclrtCntNotifyRecord
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);

/**
 * Number of a counting notify, unique among those of its device.
 *
 * @param[in]  cntNotify  required
 * @param[out] notifyId   required; 0 to 8191
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_NOTIFY_H_ */
