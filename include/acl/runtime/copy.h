/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Copies and fills. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_COPY_H_
#define ACL_RUNTIME_COPY_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Copies at once and returns when the copy is done. Does not wait for streams: synchronize before reading
 * what one writes.
 *
 * @param[in] dst      host or device memory; required
 * @param[in] destMax  bytes that dst may take
 * @param[in] src      host or device memory, not overlapping dst; required
 * @param[in] count    bytes to copy; 0 copies nothing
 * @param[in] kind     ignored: the direction follows from the addresses
 * @return ACL_SUCCESS; 100000: count > destMax; 107000: a device range that is not inside one live
 *         allocation, or memory of two devices without the access that aclrtDeviceEnablePeerAccess opens;
 *         107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/**
 * Copies in stream order. With pinned host memory (aclrtMallocHost) or between device addresses the call
 * returns at once, and both ranges must live until the copy is done; with ordinary host memory it returns
 * when the copy is done, after the stream's earlier tasks.
 *
 * @param[in] dst      as aclrtMemcpy
 * @param[in] destMax  as aclrtMemcpy
 * @param[in] src      as aclrtMemcpy
 * @param[in] count    as aclrtMemcpy
 * @param[in] kind     any but ACL_MEMCPY_HOST_TO_HOST. With ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE the source may
 *                     be reused as soon as the call returns.
 * @param[in] stream   NULL: the default stream
 * @return as aclrtMemcpy; 107003; 207000: ACL_MEMCPY_HOST_TO_HOST
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                                              aclrtMemcpyKind kind, aclrtStream stream);

/**
 * Sets bytes at once. Does not wait for streams.
 *
 * @param[in] devPtr    device memory, or host memory of aclrtMallocHost; required
 * @param[in] maxCount  bytes that devPtr has
 * @param[in] value     its low 8 bits are written
 * @param[in] count     bytes to set; 0 sets nothing
 * @return ACL_SUCCESS; 100000: count > maxCount; 107000: a device range that is not inside one live
 *         allocation; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count);

/**
 * Sets bytes in stream order; the memory must live until then.
 *
 * @param[in] devPtr    as aclrtMemset
 * @param[in] maxCount  as aclrtMemset
 * @param[in] value     as aclrtMemset
 * @param[in] count     as aclrtMemset
 * @param[in] stream    NULL: the default stream
 * @return as aclrtMemset; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_COPY_H_ */
