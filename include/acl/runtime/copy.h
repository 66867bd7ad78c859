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
 * @param[in] kind     the direction, which follows from the addresses: a wrong one is reported in the log
 * @return ACL_SUCCESS; 100000: count > destMax, or no kind; 107000: a range in a live allocation that leaves
 *         it, or in memory that was freed, or runs into an allocation; or memory of two devices without the
 *         access that aclrtDeviceEnablePeerAccess opens; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/**
 * Copies in stream order. With pinned host memory (aclrtMallocHost, or registered with ACL_HOST_REG_PINNED)
 * or between device addresses the call returns at once, and both ranges must live until the copy is done;
 * with ordinary host memory it returns when the copy is done, after the stream's earlier tasks.
 *
 * @param[in] dst      as aclrtMemcpy
 * @param[in] destMax  as aclrtMemcpy
 * @param[in] src      as aclrtMemcpy
 * @param[in] count    as aclrtMemcpy
 * @param[in] kind     any but ACL_MEMCPY_HOST_TO_HOST; what it calls a device must be device memory. With
 *                     ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE the source may be reused as soon as the call returns.
 * @param[in] stream   NULL: the default stream
 * @return as aclrtMemcpy; 107000: also another kind, or one that the addresses contradict; 107003; 207000:
 *         ACL_MEMCPY_HOST_TO_HOST, or both ranges are host memory
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                                              aclrtMemcpyKind kind, aclrtStream stream);

/**
 * As aclrtMemcpyAsync.
 *
 * @deprecated Use aclrtMemcpyAsync.
 *
 * @param[in] dst      as there
 * @param[in] destMax  as there
 * @param[in] src      as there
 * @param[in] count    as there
 * @param[in] kind     as there
 * @param[in] stream   as there
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src,
                                                           size_t count, aclrtMemcpyKind kind,
                                                           aclrtStream stream);

/**
 * Copies rows of bytes at once, between host and device. Bytes between the rows are left alone.
 *
 * @param[in] dst     the first row; host or device memory; required
 * @param[in] dpitch  bytes from the start of a row of dst to the next
 * @param[in] src     the first row; host or device memory, not overlapping dst; required
 * @param[in] spitch  bytes from the start of a row of src to the next
 * @param[in] width   bytes of a row, not more than either pitch; 0 copies nothing
 * @param[in] height  rows; 0 copies nothing
 * @param[in] kind    ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEVICE_TO_HOST; what it calls a device must be
 *                    device memory
 * @return ACL_SUCCESS; 100000: width larger than a pitch, or another kind; 107000: rows, first to last, as a
 *         range in aclrtMemcpy, or a kind that the addresses contradict; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

/**
 * As aclrtMemcpy2d, in stream order. Pinned and ordinary host memory as in aclrtMemcpyAsync.
 *
 * @param[in] dst     as there
 * @param[in] dpitch  as there
 * @param[in] src     as there
 * @param[in] spitch  as there
 * @param[in] width   as there; at most 5000000
 * @param[in] height  as there; at most 5242880
 * @param[in] kind    as there, and on Atlas A2, A3 and Ascend 950 ACL_MEMCPY_DEVICE_TO_DEVICE
 * @param[in] stream  NULL: the default stream
 * @return as there; 100000: also too wide or too high; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                                                size_t width, size_t height, aclrtMemcpyKind kind,
                                                aclrtStream stream);

/**
 * Sets bytes at once. Does not wait for streams.
 *
 * @param[in] devPtr    device memory, or host memory that is allocated or registered with the runtime;
 * required
 * @param[in] maxCount  bytes that devPtr has
 * @param[in] value     its low 8 bits are written
 * @param[in] count     bytes to set; 0 sets nothing
 * @return ACL_SUCCESS; 100000: count > maxCount; 107000: a range that is not inside one live allocation or
 *         registration; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count);

/**
 * Sets bytes in stream order; the memory must live until then. Device memory is of the stream's device, or
 * there is peer access between the two.
 *
 * @param[in] devPtr    as aclrtMemset
 * @param[in] maxCount  as aclrtMemset
 * @param[in] value     as aclrtMemset
 * @param[in] count     as aclrtMemset
 * @param[in] stream    NULL: the default stream
 * @return as aclrtMemset; 107000: also memory of another device without peer access; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                                              aclrtStream stream);

/**
 * Sets words of 32 bits at once. Does not wait for streams.
 *
 * @param[in] ptr      as devPtr of aclrtMemset
 * @param[in] memSize  bytes that ptr has
 * @param[in] value    is written
 * @param[in] N        words to set; 0 sets nothing
 * @return ACL_SUCCESS; 100000: 4 * N > memSize; 107000: a range that is not inside one live allocation or
 *         registration; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N);

/**
 * Sets words of 32 bits of device memory in stream order; the memory must live until then, and is of the
 * stream's device, or there is peer access between the two. Host memory is set at once, in no order with the
 * stream.
 *
 * @param[in] ptr      as aclrtMemsetD32
 * @param[in] memSize  as aclrtMemsetD32
 * @param[in] value    as aclrtMemsetD32
 * @param[in] N        as aclrtMemsetD32
 * @param[in] stream   NULL: the default stream
 * @return as aclrtMemsetD32; 107000: also memory of another device without peer access; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_COPY_H_ */
