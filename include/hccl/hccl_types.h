/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Types of collective communication. Valid C11 and C++11.
 */

#ifndef HCCL_HCCL_TYPES_H_
#define HCCL_HCCL_TYPES_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Status of a call. */
typedef enum {
  HCCL_SUCCESS = 0,              /**< done, or accepted by the stream */
  HCCL_E_PARA = 1,               /**< an argument is not valid */
  HCCL_E_PTR = 2,                /**< a required pointer is NULL */
  HCCL_E_MEMORY = 3,             /**< memory error */
  HCCL_E_INTERNAL = 4,           /**< internal error */
  HCCL_E_NOT_SUPPORT = 5,        /**< not supported */
  HCCL_E_NOT_FOUND = 6,          /**< resource not found */
  HCCL_E_UNAVAIL = 7,            /**< resource not available */
  HCCL_E_SYSCALL = 8,            /**< a call of the system failed */
  HCCL_E_TIMEOUT = 9,            /**< the time is over */
  HCCL_E_OPEN_FILE_FAILURE = 10, /**< a file cannot be opened */
  HCCL_E_TCP_CONNECT = 11,       /**< no TCP connection */
  HCCL_E_ROCE_CONNECT = 12,      /**< no RDMA connection */
  HCCL_E_TCP_TRANSFER = 13,      /**< a TCP transfer failed */
  HCCL_E_ROCE_TRANSFER = 14,     /**< an RDMA transfer failed */
  HCCL_E_RUNTIME = 15,           /**< a call of the runtime failed */
  HCCL_E_DRV = 16,               /**< a call of the driver failed */
  HCCL_E_PROFILING = 17,         /**< a call of the profiler failed */
  HCCL_E_CCE = 18,               /**< a call of CCE failed */
  HCCL_E_NETWORK = 19,           /**< a call of the network failed */
  HCCL_E_AGAIN = 20,             /**< try again */
  HCCL_E_REMOTE = 21,            /**< a peer reports an error */
  HCCL_E_SUSPENDING = 22,        /**< the communicator is suspended */
  HCCL_E_OPRETRY_FAIL = 23,      /**< an operation cannot be tried again */
  HCCL_E_OOM = 24                /**< out of memory */
} HcclResult;

/** How values of several ranks become one. */
typedef enum {
  HCCL_REDUCE_SUM = 0,
  HCCL_REDUCE_PROD = 1,
  HCCL_REDUCE_MAX = 2,
  HCCL_REDUCE_MIN = 3,
  HCCL_REDUCE_RESERVED = 255
} HcclReduceOp;

/** Element types; the numbers are not aclDataType's. */
typedef enum {
  HCCL_DATA_TYPE_INT8 = 0,
  HCCL_DATA_TYPE_INT16 = 1,
  HCCL_DATA_TYPE_INT32 = 2,
  HCCL_DATA_TYPE_FP16 = 3,
  HCCL_DATA_TYPE_FP32 = 4,
  HCCL_DATA_TYPE_INT64 = 5,
  HCCL_DATA_TYPE_UINT64 = 6,
  HCCL_DATA_TYPE_UINT8 = 7,
  HCCL_DATA_TYPE_UINT16 = 8,
  HCCL_DATA_TYPE_UINT32 = 9,
  HCCL_DATA_TYPE_FP64 = 10,
  HCCL_DATA_TYPE_BFP16 = 11,
  HCCL_DATA_TYPE_INT128 = 12,
  HCCL_DATA_TYPE_HIF8 = 14,
  HCCL_DATA_TYPE_FP8E4M3 = 15,
  HCCL_DATA_TYPE_FP8E5M2 = 16,
  HCCL_DATA_TYPE_FP8E8M0 = 17,
  HCCL_DATA_TYPE_RESERVED = 255
} HcclDataType;

/** What HcclSetConfig sets. */
typedef enum {
  HCCL_DETERMINISTIC =
      0, /**< 0: any order of operations, 1: the same bits in every run, 2: strictly in order */
  HCCL_CONFIG_RESERVED = 1
} HcclConfig;

/** A value of HcclSetConfig. */
typedef union HcclConfigValueDef {
  int32_t value;
} HcclConfigValue;

/** A communicator: the ranks that work together, seen from one of them. */
typedef void* HcclComm;

/** Bytes of HcclRootInfo. */
#define HCCL_ROOT_INFO_BYTES 4108

/** What one rank makes and gives to the others, so that they find each other. To be copied, not looked into.
 */
typedef struct HcclRootInfoDef {
  char internal[HCCL_ROOT_INFO_BYTES];
} HcclRootInfo;

#ifdef __cplusplus
}
#endif

#endif /* HCCL_HCCL_TYPES_H_ */
