/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Copies inside a device. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_COPY_DEVICE_H_
#define ACL_RUNTIME_COPY_DEVICE_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Bytes that a descriptor of a copy takes in device memory.
 *
 * @param[in]  kind      ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param[out] descSize  required
 * @return ACL_SUCCESS; 107000: another kind
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize);

/**
 * Writes the descriptor of a copy into device memory, at once.
 *
 * @param[in] desc     device memory of aclrtGetMemcpyDescSize bytes; required
 * @param[in] kind     ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param[in] srcAddr  device memory; required
 * @param[in] dstAddr  device memory; required
 * @param[in] count    bytes to copy; 0 copies nothing
 * @param[in] config   reserved: NULL
 * @return ACL_SUCCESS; 107000: another kind or config, or a range that is not inside one live allocation of
 *         device memory; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr,
                                                void* dstAddr, size_t count, void* config);

/**
 * Runs, in stream order, the copy that a descriptor holds when the stream gets to it. If the descriptor or
 * its addresses are not valid then, the stream fails with 507013 ACL_ERROR_RT_SYS_DMA.
 *
 * @param[in] desc    what aclrtSetMemcpyDesc wrote; required
 * @param[in] kind    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param[in] stream  NULL: the default stream
 * @return ACL_SUCCESS; 107000: another kind, or desc is not device memory; 107002; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream);

/**
 * Copies in stream order from *src + srcDataOffset to *dst + dstDataOffset. The two base addresses are read
 * when the stream gets to the copy; if the ranges are not valid device memory then, the stream fails with
 * 507013 ACL_ERROR_RT_SYS_DMA.
 *
 * @param[in] dst            where the base address of the destination is: device memory, or host memory that
 *                           is allocated or registered with the runtime; required
 * @param[in] destMax        bytes that the destination may take
 * @param[in] dstDataOffset  bytes
 * @param[in] src            where the base address of the source is, as dst; required
 * @param[in] count          bytes to copy; 0 copies nothing
 * @param[in] srcDataOffset  bytes
 * @param[in] kind           ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
 * @param[in] stream         NULL: the default stream
 * @return ACL_SUCCESS; 100000: count > destMax; 107000: another kind, or dst or src is other memory; 107002;
 *         107003
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset,
                                                        const void** src, size_t count, size_t srcDataOffset,
                                                        aclrtMemcpyKind kind, aclrtStream stream);

/**
 * Combines element by element, in stream order: dst = dst op src. Sums of integers wrap around; sums of half
 * types are rounded once, to nearest even. A NaN on either side gives NaN. The same bits for any number of
 * threads.
 *
 * @note Partial: ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, whose meaning is not documented, is not supported.
 *
 * @param[in] dst      memory of the stream's device; required
 * @param[in] src      memory of the stream's device, not overlapping dst; required
 * @param[in] count    bytes of src, whole elements; 0 does nothing
 * @param[in] kind     ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, _MAX or _MIN
 * @param[in] type     ACL_INT8, ACL_INT16, ACL_INT32, ACL_FLOAT16, ACL_BF16 or ACL_FLOAT
 * @param[in] stream   NULL: the default stream
 * @param[in] reserve  NULL
 * @return ACL_SUCCESS; 107000: what is no kind or type, reserve, a part of an element, or a range that is not
 *         inside one live allocation of that device; 107002; 107003; 207000: another kind or type
 */
ACL_FUNC_VISIBILITY aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count,
                                              aclrtReduceKind kind, aclDataType type, aclrtStream stream,
                                              void* reserve);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_COPY_DEVICE_H_ */
