/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Contexts. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_CONTEXT_H_
#define ACL_RUNTIME_CONTEXT_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates an explicit context with its own default stream and makes it current for the calling thread.
 * Threads may share it. The device need not have been set, and its count (aclrtSetDevice) does not change.
 *
 * @param[out] context   required; the caller's, until aclrtDestroyContext
 * @param[in]  deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/**
 * Destroys an explicit context and its default stream. Destroy the streams made in it before. Where it was
 * current, no context is current afterwards: there is no silent step back to the device's default context.
 *
 * @param[in] context  from aclrtCreateContext
 * @return ACL_SUCCESS; 107000: a default context
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/**
 * Makes a context current for the calling thread; the current device follows.
 *
 * @param[in] context  explicit, or a default one obtained from aclrtGetCurrentContext
 * @return ACL_SUCCESS; 107000: NULL; 107002: destroyed, or its device was reset
 */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/**
 * The calling thread's current context, explicit or default.
 *
 * @param[out] context  required; stays the property of its creator
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

/**
 * A handle of the current context's default stream: valid wherever NULL is, for as long as the context.
 *
 * @param[out] stream  required; not to be destroyed
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_CONTEXT_H_ */
