/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Data channels: queues of named tensors between a device and its host. An emulated device has nothing that
 * sends on its own, so that nothing ever arrives: a program that waits for what kernels print or record waits
 * its time, as it does where they print nothing. The functions that send, or look at what arrived, are not
 * here. Valid C11 and C++11.
 */

#ifndef ACL_ACL_TDT_H_
#define ACL_ACL_TDT_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A channel. */
typedef struct acltdtChannelHandle acltdtChannelHandle;
/** What a channel transports at once: tensors, with their names. Here always empty. */
typedef struct acltdtDataset acltdtDataset;

/**
 * Makes a channel, which acltdtDestroyChannel destroys.
 *
 * @param deviceId The device that sends
 * @param name     The channel's name; copied
 * @param capacity How many data sets fit in, at least 2
 * @return The channel; null, with a message, for a device that does not exist, no name, or a capacity below 2
 */
ACL_FUNC_VISIBILITY acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name,
                                                                         size_t capacity);

/**
 * Ends all waiting in a channel, now and later.
 *
 * @param handle The channel
 * @return ACL_ERROR_INVALID_PARAM: no live channel
 */
ACL_FUNC_VISIBILITY aclError acltdtStopChannel(acltdtChannelHandle* handle);

/**
 * Destroys a channel. Who waits in it returns.
 *
 * @param handle The channel; null: nothing happens
 * @return ACL_ERROR_INVALID_PARAM: no live channel
 */
ACL_FUNC_VISIBILITY aclError acltdtDestroyChannel(acltdtChannelHandle* handle);

/**
 * Waits for a data set.
 *
 * @param handle  The channel
 * @param dataset Where it goes; stays empty
 * @param timeout The longest time to wait, in milliseconds; negative: until the channel is stopped
 * @return ACL_ERROR_RT_QUEUE_EMPTY: none arrived. ACL_ERROR_INVALID_PARAM: no live channel or data set
 */
ACL_FUNC_VISIBILITY aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset,
                                                 int32_t timeout);

/**
 * Returns how many data sets wait in a channel.
 *
 * @param handle The channel
 * @param size   Their number: 0
 * @return ACL_ERROR_INVALID_PARAM: no live channel, or size is null
 */
ACL_FUNC_VISIBILITY aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size);

/**
 * Makes an empty data set, which acltdtDestroyDataset destroys.
 *
 * @return The data set
 */
ACL_FUNC_VISIBILITY acltdtDataset* acltdtCreateDataset(void);

/**
 * Destroys a data set.
 *
 * @param dataset The data set; null: nothing happens
 * @return ACL_ERROR_INVALID_PARAM: no live data set
 */
ACL_FUNC_VISIBILITY aclError acltdtDestroyDataset(const acltdtDataset* dataset);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_TDT_H_ */
