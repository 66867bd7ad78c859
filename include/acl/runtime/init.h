/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Start and end of the library, and its version. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_INIT_H_
#define ACL_RUNTIME_INIT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Initializes the library for this process. Call it before anything else.
 *
 * Calls are counted: a repeated call returns 100002, which may be ignored, and counts; only the first
 * configuration takes effect. After a complete finalize the process may initialize again.
 *
 * @param[in] configPath  JSON file with options, or NULL for defaults; "{}" means defaults too. Keys read
 *                        here: "err_msg_mode" ("0" messages per thread, "1" per process) and "defaultDevice":
 *                        {"default_device": "N"} (threads that never set a device use N). Unknown keys are
 *                        ignored.
 * @return ACL_SUCCESS
 *         - 100002 ACL_ERROR_REPEAT_INITIALIZE: already initialized
 *         - 100003 ACL_ERROR_INVALID_FILE: no such file, or not readable
 *         - 100006 ACL_ERROR_PARSE_FILE: not JSON, or more than 10 levels of {} or of []
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/**
 * Undoes all aclInit calls at once. Call it before the process ends, not from the destructor of a static
 * object.
 *
 * Devices that were not reset are released when the process exits; handles and memory stay safe to free.
 *
 * @return ACL_SUCCESS
 *         - 100001 ACL_ERROR_UNINITIALIZE: aclInit was never called
 *         - 100037 ACL_ERROR_REPEAT_FINALIZE: already finalized
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/**
 * Undoes one aclInit; the last one finalizes. Use this form where several components initialize
 * independently.
 *
 * @param[out] refCount  aclInit calls still open; may be NULL
 * @return as aclFinalize
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/**
 * Version of the interface: ACL_MAJOR_VERSION, ACL_MINOR_VERSION, ACL_PATCH_VERSION of the library in use.
 *
 * @deprecated in the API; kept working.
 * @param[out] majorVersion  required
 * @param[out] minorVersion  required
 * @param[out] patchVersion  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_INIT_H_ */
