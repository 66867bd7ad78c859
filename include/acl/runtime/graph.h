/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Graphs: work of streams captured once and executed many times. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. All but the first return 207000 with a message, whatever
 * their arguments.
 */

#ifndef ACL_RUNTIME_GRAPH_H_
#define ACL_RUNTIME_GRAPH_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether the work of a stream is being captured. It never is.
 *
 * @param[in]  stream   NULL: the default stream
 * @param[out] status   required; ACL_MODEL_RI_CAPTURE_STATUS_NONE
 * @param[out] modelRI  NULL: not wanted; becomes NULL
 * @return ACL_SUCCESS; 100000: status is NULL; 107002
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

/**
 * @name Capture
 * Records the work issued to a stream into a graph, instead of running it.
 *
 * @note Not supported: work is run as it is issued; it cannot be captured.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
/** @} */

/**
 * @name Building
 * Makes a graph of streams whose tasks are only collected.
 *
 * @note Not supported: there are no streams that only collect tasks.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve);
/** @} */

/**
 * @name Use
 * Executes a graph, names it, shows it, ends it.
 *
 * @note Not supported: there are no graphs.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char* name);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_GRAPH_H_ */
