/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Start and end of the operator API, and the protocol that all operators share. Valid C11 and C++11.
 *
 * An operator X is two calls:
 *
 *     aclnnStatus aclnnXGetWorkspaceSize(inputs, attributes, outputs, uint64_t* workspaceSize,
 * aclOpExecutor** executor); aclnnStatus aclnnX(void* workspace, uint64_t workspaceSize, aclOpExecutor*
 * executor, aclrtStream stream);
 *
 * Phase one checks every argument, plans the work, and says how much device memory to lend it (often 0). It
 * runs on the host alone: it reads no tensor data and starts nothing, and tensors may have no address yet. On
 * an error neither of its results is written.
 *
 * Phase two puts the work on the stream and returns. It consumes the executor, whether it succeeds or fails,
 * unless the executor was made repeatable (aclSetAclOpExecutorRepeatable). The results are there when the
 * stream has got that far; a failure of the work itself is returned by the next aclrtSynchronizeStream.
 *
 * Lifetimes. Argument objects: until phase two returns. Memory of tensors: until the stream has done the
 * work. Workspace: likewise, and work of the same stream may reuse it in turn. Threads: the phases may run on
 * two threads; one executor is used by one thread at a time.
 *
 * Every operator of this library is deterministic: the same inputs give the same bits, on any number of
 * threads, run after run, whatever ACL_OPT_DETERMINISTIC says.
 */

#ifndef ACLNN_ACLNN_BASE_H_
#define ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Initializes the operator API. Optional: aclInit does it too, and both together are fine; repeats succeed.
 *
 * @param[in] configPath  JSON file with `"op_debug_config": {"enable_debug_kernel": "on" | "off"}` (default
 *                        off; no effect here), or NULL or ""
 * @return 0, also when the file is missing or malformed
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);

/**
 * Ends the operator API. Optional, as aclnnInit.
 *
 * @return 0
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACLNN_BASE_H_ */
