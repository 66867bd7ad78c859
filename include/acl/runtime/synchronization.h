/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Streams that synchronize through values in device memory. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_SYNCHRONIZATION_H_
#define ACL_RUNTIME_SYNCHRONIZATION_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Stores 64 bits, asynchronously and in one piece. What the stream did before is visible to whoever sees the
 * value.
 *
 * @param[in] devAddr  required; device memory, a multiple of 8. It must live until the task is done: if it is
 *                     freed before, nothing is stored and the task fails with 507035
 * @param[in] value    what to store
 * @param[in] flag     0
 * @param[in] stream   NULL: the default stream
 * @return ACL_SUCCESS; 107003; 107008 ACL_ERROR_RT_ADDR_UNALIGNED; 107000: any other flag, or the 8 bytes do
 *         not lie in one block of device memory
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag,
                                             aclrtStream stream);

/**
 * Makes later tasks of a stream wait, asynchronously, until 64 bits of device memory pass a test. There is no
 * timeout. The value may come from aclrtValueWrite, another stream's tasks, or aclrtMemcpy and aclrtMemset. A
 * value that is there for a short time only may be missed.
 *
 * @param[in] devAddr  as aclrtValueWrite
 * @param[in] value    what to compare with
 * @param[in] flag     ACL_STREAM_WAIT_VALUE_GEQ, ..._EQ, ..._AND or ..._NOR
 * @param[in] stream   NULL: the default stream
 * @return as aclrtValueWrite
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_SYNCHRONIZATION_H_ */
