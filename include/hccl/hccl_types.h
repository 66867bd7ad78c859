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

/** Direction of an item of HcclBatchSendRecv. */
typedef enum { HCCL_SEND = 0, HCCL_RECV = 1, HCCL_SEND_RECV_RESERVED = 2 } HcclSendRecvType;

/** One message of HcclBatchSendRecv. */
typedef struct HcclSendRecvItemDef {
  HcclSendRecvType sendRecvType;
  void* buf;             /**< device memory: what is sent, or where it goes */
  uint64_t count;        /**< elements */
  HcclDataType dataType; /**< of an element */
  uint32_t remoteRank;   /**< who receives, or sends */
} HcclSendRecvItem;

/**
 * @name Constants
 * C sees macros, C++ sees constants, as programs bind references to them.
 */
/** @{ */
#ifdef __cplusplus
#define HCCL_CONSTANT(type, name, value) static const type name = value
#else
#define HCCL_CONSTANT(type, name, value) enum { name = (int)(value) }
#endif
HCCL_CONSTANT(uint32_t, HCCL_COMM_CONFIG_INFO_BYTES, 24);
HCCL_CONSTANT(uint32_t, COMM_NAME_MAX_LENGTH, 128);
HCCL_CONSTANT(uint32_t, UDI_MAX_LENGTH, 128);
HCCL_CONSTANT(uint32_t, BUFFER_NAME_MAX_LENGTH, 128);
HCCL_CONSTANT(uint32_t, HCCL_COMM_ALGO_MAX_LENGTH, 1600);
HCCL_CONSTANT(uint32_t, HCCL_COMM_RETRY_ENABLE_MAX_LENGTH, 50);
HCCL_CONSTANT(uint32_t, HCCL_COMM_RETRY_PARAMS_MAX_LENGTH, 128);
HCCL_CONSTANT(uint32_t, HCCL_COMM_CONFIG_MAGIC_WORD, 0xF0F0F0F0U);
HCCL_CONSTANT(uint32_t, HCCL_COMM_CONFIG_VERSION, 10);
HCCL_CONSTANT(uint32_t, HCCL_COMM_DEFAULT_BUFFSIZE, 200);
HCCL_CONSTANT(uint32_t, HCCL_COMM_DEFAULT_DETERMINISTIC, 0);
HCCL_CONSTANT(uint32_t, HCCL_COMM_DEFAULT_OP_EXPANSION_MODE, 0);
HCCL_CONSTANT(uint32_t, HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET, 0xFFFFFFFFU);
HCCL_CONSTANT(uint32_t, HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET, 0xFFFFFFFFU);
HCCL_CONSTANT(uint32_t, HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET, 0xFFFFFFFFU);
HCCL_CONSTANT(uint32_t, HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET, 0xFFFFFFFFU);
HCCL_CONSTANT(uint32_t, HCCL_COMM_QOS_CONFIG_NOT_SET, 0xFFFFFFFFU);
HCCL_CONSTANT(int32_t, HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET, -1);
#undef HCCL_CONSTANT
/** @} */

/** What HcclGetCommConfigCapability counts: a field of HcclCommConfig is there if its number is smaller. */
typedef enum {
  HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
  HCCL_COMM_CONFIG_DETERMINISTIC = 1,
  HCCL_COMM_CONFIG_COMM_NAME = 2,
  HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
  HCCL_COMM_CONFIG_OP_EXPANSION = 3, /**< another spelling of the same */
  HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
  HCCL_COMM_CONFIG_WORLD_RANKID = 5,
  HCCL_COMM_CONFIG_JOBID = 6,
  HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
  HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
  HCCL_COMM_CONFIG_ALGO = 9,
  HCCL_COMM_CONFIG_RETRY = 10,
  HCCL_COMM_CONFIG_BUFFER_NAME = 11,
  HCCL_COMM_CONFIG_RESERVED = 12
} HcclCommConfigCapability;

/** Bytes of HcclRootInfo. */
#define HCCL_ROOT_INFO_BYTES 4108

/** What one rank makes and gives to the others, so that they find each other. To be copied, not looked into.
 */
typedef struct HcclRootInfoDef {
  char internal[HCCL_ROOT_INFO_BYTES];
} HcclRootInfo;

/**
 * What a communicator is made with. HcclCommConfigInit sets every field to its default; programs that were
 * built against an older header pass a shorter one, which is read as far as it goes. Fields that are hints to
 * the hardware are accepted and without effect.
 */
typedef struct HcclCommConfigDef {
  char reserved[24];              /**< size, version; set by HcclCommConfigInit */
  uint32_t hcclBufferSize;        /**< MB; without effect */
  uint32_t hcclDeterministic;     /**< 0, 1 or 2; results are always those of 2 */
  char hcclCommName[128];         /**< a name, unique among the device's communicators; empty: made up */
  char hcclUdi[128];              /**< free text for messages */
  uint32_t hcclOpExpansionMode;   /**< without effect */
  uint32_t hcclRdmaTrafficClass;  /**< without effect */
  uint32_t hcclRdmaServiceLevel;  /**< without effect */
  uint32_t hcclWorldRankID;       /**< without effect */
  uint64_t hcclJobID;             /**< without effect */
  uint8_t aclGraphZeroCopyEnable; /**< without effect */
  int32_t hcclExecTimeOut;        /**< seconds; -1: what HCCL_EXEC_TIMEOUT says; 0: for ever */
  char hcclAlgo[1600];            /**< without effect */
  char hcclRetryEnable[50];       /**< without effect */
  char hcclRetryParams[128];      /**< without effect */
  char hcclBufferName[128];       /**< without effect */
  uint32_t hcclQos;               /**< without effect */
  uint64_t hcclSymWinMaxMemSizePerRank; /**< without effect */
} HcclCommConfig;

#ifdef __cplusplus
}
#endif

#endif /* HCCL_HCCL_TYPES_H_ */
