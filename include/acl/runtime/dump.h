/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Dumps: files with what models and operators read and write. Part of acl/acl_rt.h, which says what holds for
 * every function.
 */

#ifndef ACL_RUNTIME_DUMP_H_
#define ACL_RUNTIME_DUMP_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Dumps
 * Begins, configures (with a file), ends dumping. Each returns 207000 with a message.
 *
 * @note Not supported: nothing is dumped; OPENACLNN_TRACE shows what runs.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlInitDump(void);
ACL_FUNC_VISIBILITY aclError aclmdlSetDump(const char* dumpCfgPath);
ACL_FUNC_VISIBILITY aclError aclmdlFinalizeDump(void);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_DUMP_H_ */
