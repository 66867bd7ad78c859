/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The AscendCL runtime: initialization, devices, contexts, streams, events, memory, copies, error queries.
 * Valid C11 and C++11; everything has C linkage. What holds for every function is said here once.
 *
 * Objects. A process has devices 0..n-1. Each device has one default context, shared by all threads that call
 * aclrtSetDevice for it, and any number of explicit ones (aclrtCreateContext). Each context owns a default
 * stream, which lives as long as the context, and the streams made while it was current. Events and memory
 * belong to a device.
 *
 * Current context. Each thread has at most one: set by aclrtSetDevice (the device's default context),
 * aclrtCreateContext (the new one) and aclrtSetCurrentContext. A new thread has none. The current device is
 * the device of the current context. Destroy and Free functions need none.
 *
 * Order. Tasks of one stream run one after another in the order of issue; tasks of different streams may run
 * at the same time, and the default stream is no exception. A NULL stream means the default stream of the
 * calling thread's current context. Functions without a stream (aclrtMemcpy, aclrtMemset, aclrtMalloc,
 * aclrtFree) act at once and wait for no stream: synchronize first.
 *
 * Asynchronous errors. An asynchronous call returns ACL_SUCCESS when its task was accepted. If the task
 * itself fails, the next call that waits for it returns the task's status: aclrtSynchronizeStream,
 * aclrtSynchronizeDevice, aclrtSynchronizeEvent and their timeout forms. In the default mode the failure is
 * reported once and later tasks run; see aclrtSetStreamFailureMode for the other mode.
 *
 * Errors. A failing call leaves its output arguments untouched, sets the thread's error variable
 * (aclrtGetLastError) and leaves a message (aclGetRecentErrMsg). Besides what each function lists:
 *
 * - 100000 ACL_ERROR_INVALID_PARAM: a pointer or handle that is required is NULL; a size is 0 or too large
 * - 107000 ACL_ERROR_RT_PARAM_INVALID: a value, flag or address is not valid
 * - 107001 ACL_ERROR_RT_INVALID_DEVICEID: no such device
 * - 107002 ACL_ERROR_RT_CONTEXT_NULL: the call needs a current context and the thread has none
 * - 107003 ACL_ERROR_RT_STREAM_CONTEXT: work is issued to a stream of another context
 * - 107017 ACL_ERROR_RT_INVALID_HANDLE: the handle is not, or no longer, a live object of its kind
 * - 200000 ACL_ERROR_BAD_ALLOC: host memory for an object of the library ran out
 * - 207000 ACL_ERROR_RT_FEATURE_NOT_SUPPORT: this library does not do that
 * - 500000 ACL_ERROR_INTERNAL_ERROR: a defect of the library: please report it
 *
 * Threads. Every function may be called from any thread at any time. Two threads that issue to one stream
 * have to agree on the order; destroying what another thread is using is the caller's mistake.
 *
 * The devices here are emulated on the host's cores. Environment: OPENACLNN_SOC names the emulated chip;
 * ASCEND_RT_VISIBLE_DEVICES ("0,2") selects and renumbers devices; ASCEND_GLOBAL_LOG_LEVEL (0 debug .. 3
 * error, 4 none) and ASCEND_PROCESS_LOG_PATH steer the log. Invalid values fall back to the default.
 */

#ifndef ACL_ACL_RT_H_
#define ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

/** Version of the interface that this header describes. */
#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Handles
 * Opaque; a handle belongs to the process that got it. aclrtStream, aclrtEvent and aclrtContext are in
 * acl_base_rt.h. No function of this library takes one of the following.
 */
/** @{ */
/* clang-format off */
typedef void* aclrtNotify;         /**< one-shot signal between streams */
typedef void* aclrtCntNotify;      /**< counting signal */
typedef void* aclrtLabel;          /**< jump target in a model-bound stream */
typedef void* aclrtLabelList;      /**< list of labels */
typedef void* aclrtMbuf;           /**< shared buffer */
typedef void* aclrtAllocatorDesc;  /**< description of a custom allocator */
typedef void* aclrtAllocator;      /**< custom allocator */
typedef void* aclrtAllocatorBlock; /**< block of a custom allocator */
typedef void* aclrtAllocatorAddr;  /**< address in such a block */
typedef void* aclrtTaskGrp;        /**< group of captured tasks */
typedef void* aclmdlRITask;        /**< task of a captured graph */
typedef void* aclmdlRI;            /**< captured graph */
typedef void* aclmdlRICondHandle;  /**< condition of a captured graph */
typedef void* aclrtDrvMemHandle;   /**< physical memory */
typedef void* aclrtBinary;         /**< kernel binary, unloaded */
typedef void* aclrtBinHandle;      /**< kernel binary, loaded */
typedef void* aclrtFuncHandle;     /**< kernel */
typedef void* aclrtArgsHandle;     /**< kernel argument list */
typedef void* aclrtParamHandle;    /**< one kernel argument */
typedef void* aclrtMemPool;        /**< stream-ordered memory pool */
/* clang-format on */
/** @} */

/** @name Opaque structures, only used through pointers */
/** @{ */
typedef struct tagRtGroupInfo aclrtGroupInfo;                         /**< group of cores */
typedef struct rtExceptionInfo aclrtExceptionInfo;                    /**< failed task */
typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo; /**< reserved */
/** @} */

/* ---- constants of the functions below ---- */

/** Where the program runs. */
typedef enum aclrtRunMode {
  ACL_DEVICE = 0, /**< on the device itself */
  ACL_HOST = 1    /**< on a host beside the device */
} aclrtRunMode;

/** Wish for the pages behind an allocation. A hint in this library: no value is refused. */
typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,     /**< 2 MiB pages above 1 MiB, else or failing that normal ones */
  ACL_MEM_MALLOC_HUGE_ONLY = 1,      /**< 2 MiB pages */
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,    /**< normal pages */
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3, /**< the same three for copies between devices */
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6, /**< 1 GiB pages */
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

/** Direction of a copy. The addresses decide; where a value is refused, the function says so. */
typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,                /**< as the addresses say */
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,  /**< the source may be reused once the call returns */
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6, /**< within one device */
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7  /**< between two devices */
} aclrtMemcpyKind;

/** Kind of memory that aclrtGetMemInfo is asked about: DDR or HBM, page size, P2P. */
typedef enum aclrtMemAttr {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17
} aclrtMemAttr;

/** Where an address lies. */
typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0, /**< host memory of aclrtMallocHost */
  ACL_MEM_LOCATION_TYPE_DEVICE = 1,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2, /**< memory this library does not know */
  ACL_MEM_LOCATION_TYPE_MANAGED = 3,      /**< visible to host and device */
  ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4     /**< host memory of one NUMA node */
} aclrtMemLocationType;

/** Answer of aclrtStreamQuery. */
typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,  /**< nothing pending */
  ACL_STREAM_STATUS_NOT_READY = 1, /**< work pending */
  ACL_STREAM_STATUS_RESERVED = 0xffff
} aclrtStreamStatus;

/** Answer of aclrtQueryEventStatus. Mind the sense: 1 is complete, the inverse of aclrtEventStatus. */
typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0, /**< captured work pending */
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1   /**< captured work done */
} aclrtEventRecordedStatus;

/** Scope of aclrtGetLastError and aclrtPeekAtLastError. */
typedef enum aclrtLastErrLevel {
  ACL_RT_THREAD_LEVEL = 0 /**< the calling thread */
} aclrtLastErrLevel;

/** @name Flags of aclrtCreateEventWithFlag and aclrtCreateEventExWithFlag, or-ed */
/** @{ */
/* clang-format off */
#define ACL_EVENT_SYNC                    0x1U  /**< streams may wait for the event */
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x2U  /**< the host may query it */
#define ACL_EVENT_TIME_LINE               0x8U  /**< it takes time stamps */
#define ACL_EVENT_DEVICE_USE_ONLY         0x10U /**< for use on the device only */
#define ACL_EVENT_EXTERNAL                0x20U /**< for graphs; stands alone */
#define ACL_EVENT_IPC                     0x40U /**< for other processes; stands alone */
/* clang-format on */
/** @} */

/** @name Flags of aclrtCreateStreamWithConfig, or-ed */
/** @{ */
/* clang-format off */
#define ACL_STREAM_FAST_LAUNCH     0x1  /**< reserve resources up front */
#define ACL_STREAM_FAST_SYNC       0x2  /**< synchronize by polling */
#define ACL_STREAM_PERSISTENT      0x4  /**< only collects tasks for a model */
#define ACL_STREAM_HUGE            0x8  /**< no effect */
#define ACL_STREAM_CPU_SCHEDULE    0x10 /**< reserved */
#define ACL_STREAM_DEVICE_USE_ONLY 0x20 /**< for use on the device only */
/* clang-format on */
/** @} */

/** @name Modes of aclrtSetStreamFailureMode */
/** @{ */
/* clang-format off */
#define ACL_CONTINUE_ON_FAILURE 0 /**< default: later tasks still run */
#define ACL_STOP_ON_FAILURE     1 /**< one failed task stops all streams of the context */
/* clang-format on */
/** @} */

/* ---- constants of functions that this library does not offer, for clients that name them ---- */

/** @name Event record and wait flags */
/** @{ */
/* clang-format off */
#define ACL_EVENT_RECORD_DEFAULT  0
#define ACL_EVENT_RECORD_EXTERNAL 1 /**< while capturing a graph */
#define ACL_EVENT_WAIT_DEFAULT    0
#define ACL_EVENT_WAIT_EXTERNAL   1 /**< while capturing a graph */
/* clang-format on */
/** @} */

/** @name Conditions of a wait for a value in memory (p: value in memory, v: argument) */
/** @{ */
/* clang-format off */
#define ACL_STREAM_WAIT_VALUE_GEQ 0 /**< (int64_t)(p - v) >= 0 */
#define ACL_STREAM_WAIT_VALUE_EQ  1 /**< p == v */
#define ACL_STREAM_WAIT_VALUE_AND 2 /**< (p & v) != 0 */
#define ACL_STREAM_WAIT_VALUE_NOR 3 /**< ~(p | v) != 0 */
/* clang-format on */
/** @} */

/** @name Notifies */
/** @{ */
/* clang-format off */
#define ACL_NOTIFY_DEFAULT                               0
#define ACL_NOTIFY_DEVICE_USE_ONLY                       1
#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT                0
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 2
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT                0
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS     2
/* clang-format on */
/** @} */

/** @name Memory shared between processes */
/** @{ */
/* clang-format off */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT                 0UL
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION  1UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT                 0UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS      1UL
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT                     0UL
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION      1UL
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO                0UL
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS               1UL
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH   2UL
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3UL
/* clang-format on */
/** @} */

/** @name Registration of host memory */
/** @{ */
/* clang-format off */
#define ACL_HOST_REG_MAPPED   0x2UL
#define ACL_HOST_REG_IOMEMORY 0x4UL
#define ACL_HOST_REG_READONLY 0x8UL
#define ACL_HOST_REG_PINNED   0x10000000UL
/* clang-format on */
/** @} */

/** @name Kinds of memory and links */
/** @{ */
/* clang-format off */
#define ACL_RT_MEM_TYPE_DEV      0x2
#define ACL_RT_MEM_TYPE_DVPP     0x8
#define ACL_RT_MEM_TYPE_RSVD     0x10
#define ACL_RT_MEM_ATTACH_GLOBAL 0x1
#define ACL_RT_MEM_LINK_IDX_0    0
#define ACL_RT_MEM_LINK_IDX_1    1
/* clang-format on */
/** @} */

/** @name Device features, connection and form factor */
/** @{ */
/* clang-format off */
#define ACL_DEV_FEATURE_SUPPORT           1
#define ACL_DEV_FEATURE_NOT_SUPPORT       0
#define ACL_HOST_DEVICE_CONNECT_TYPE_PCIE 0
#define ACL_HOST_DEVICE_CONNECT_TYPE_HCCS 1
#define ACL_HOST_DEVICE_CONNECT_TYPE_UB   2
#define ACL_DEVICE_FORM_FACTOR_POD        0
#define ACL_DEVICE_FORM_FACTOR_A_K        1
#define ACL_DEVICE_FORM_FACTOR_A_X        2
#define ACL_DEVICE_FORM_FACTOR_PCIE_CARD  3
/* clang-format on */
/** @} */

/** @name Links between two devices */
/** @{ */
/* clang-format off */
#define ACL_RT_DEVS_TOPOLOGY_HCCS    0x1ULL
#define ACL_RT_DEVS_TOPOLOGY_PIX     0x2ULL
#define ACL_RT_DEVS_TOPOLOGY_PIB     0x4ULL  /**< reserved */
#define ACL_RT_DEVS_TOPOLOGY_PHB     0x8ULL
#define ACL_RT_DEVS_TOPOLOGY_SYS     0x10ULL
#define ACL_RT_DEVS_TOPOLOGY_SIO     0x20ULL
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 0x40ULL
/* clang-format on */
/** @} */

/** @name Sizes of arrays and buffers */
/** @{ */
/* clang-format off */
#define ACL_PKG_VERSION_MAX_SIZE         128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE   64
#define ACL_IPC_EVENT_HANDLE_SIZE        64
#define MAX_MEM_UCE_INFO_ARRAY_SIZE      128
#define UCE_INFO_RESERVED_SIZE           14
#define ACL_RT_MEM_UCE_INFO_MAX_NUM      20
#define ACL_RT_MAX_RECORD_PA_NUM_PER_DEV 20
#define ACL_RT_CMO_MAX_BARRIER_NUM       6
/* clang-format on */
/** @} */

/** @name Kernel binary magic numbers and graph printing */
/** @{ */
/* clang-format off */
#define ACL_RT_BINARY_MAGIC_ELF_AICORE      0x43554245
#define ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE 0x41415246
#define ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE   0x41494343
#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY  0
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE  1
/* clang-format on */
/** @} */

/** System options. */
typedef enum aclSysParamOpt {
  ACL_OPT_DETERMINISTIC =
      0, /**< 0 off, 1 same bits on re-run, 2 also whatever the position, 3 also whatever the batch */
  ACL_OPT_ENABLE_DEBUG_KERNEL = 1, /**< 0 or 1 */
  ACL_OPT_STRONG_CONSISTENCY = 2,  /**< 0 or 1; deprecated, as DETERMINISTIC 2 */
  ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
} aclSysParamOpt;

/** Who registers an init or finalize callback. */
typedef enum aclRegisterCallbackType {
  ACL_REG_TYPE_ACL_MODEL = 0,
  ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
  ACL_REG_TYPE_ACL_OP_CBLAS = 2,
  ACL_REG_TYPE_ACL_OP_COMPILER = 3,
  ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
  ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
  ACL_REG_TYPE_ACL_DVPP = 6,
  ACL_REG_TYPE_ACL_RETR = 7,
  ACL_REG_TYPE_OTHER = 0xffff
} aclRegisterCallbackType;

/** Packages of the toolkit. */
typedef enum aclCANNPackageName {
  ACL_PKG_NAME_CANN = 0,
  ACL_PKG_NAME_RUNTIME = 1,
  ACL_PKG_NAME_COMPILER = 2,
  ACL_PKG_NAME_HCCL = 3,
  ACL_PKG_NAME_TOOLKIT = 4,
  ACL_PKG_NAME_OPP = 5,
  ACL_PKG_NAME_OPP_KERNEL = 6,
  ACL_PKG_NAME_DRIVER = 7
} aclCANNPackageName;

/** Task schedulers. */
typedef enum aclrtTsId { ACL_TS_ID_AICORE = 0, ACL_TS_ID_AIVECTOR = 1, ACL_TS_ID_RESERVED = 2 } aclrtTsId;

/** Health of a device. */
typedef enum aclrtDeviceStatus {
  ACL_RT_DEVICE_STATUS_NORMAL = 0,
  ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
  ACL_RT_DEVICE_STATUS_END = 0xffff
} aclrtDeviceStatus;

/** When a device state callback runs: around aclrtSetDevice and around a reset. */
typedef enum aclrtDeviceState {
  ACL_RT_DEVICE_STATE_SET_PRE = 0,
  ACL_RT_DEVICE_STATE_SET_POST = 1,
  ACL_RT_DEVICE_STATE_RESET_PRE = 2,
  ACL_RT_DEVICE_STATE_RESET_POST = 3
} aclrtDeviceState;

/** When a stream state callback runs. */
typedef enum aclrtStreamState {
  ACL_RT_STREAM_STATE_CREATE_POST = 1,
  ACL_RT_STREAM_STATE_DESTROY_PRE = 2
} aclrtStreamState;

/** Answer of the old event query: 0 is complete. */
typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

/** Whether the waits for an event have run. */
typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xffff
} aclrtEventWaitStatus;

/** Whether later tasks of the stream wait for a host callback. */
typedef enum aclrtCallbackBlockType {
  ACL_CALLBACK_NO_BLOCK = 0,
  ACL_CALLBACK_BLOCK = 1
} aclrtCallbackBlockType;

/** Tag of aclrtMallocAttrValue. */
typedef enum aclrtMallocAttrType {
  ACL_RT_MEM_ATTR_RSV = 0,
  ACL_RT_MEM_ATTR_MODULE_ID = 1,
  ACL_RT_MEM_ATTR_DEVICE_ID = 2,
  ACL_RT_MEM_ATTR_VA_FLAG = 3
} aclrtMallocAttrType;

/** How host memory is registered. */
typedef enum aclrtHostRegisterType {
  ACL_HOST_REGISTER_MAPPED = 0,
  ACL_HOST_REGISTER_IOMEMORY = 4,
  ACL_HOST_REGISTER_READONLY = 8
} aclrtHostRegisterType;

/** Kind of physical memory. */
typedef enum aclrtMemAllocationType { ACL_MEM_ALLOCATION_TYPE_PINNED = 0 } aclrtMemAllocationType;

/** Kind of shareable handle. */
typedef enum aclrtMemHandleType {
  ACL_MEM_HANDLE_TYPE_NONE = 0,
  ACL_MEM_HANDLE_TYPE_POSIX = 2
} aclrtMemHandleType;

/** Kind of shareable handle, second interface. */
typedef enum aclrtMemSharedHandleType {
  ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1,
  ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2
} aclrtMemSharedHandleType;

/** Which allocation granularity is asked for. */
typedef enum aclrtMemGranularityOptions {
  ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
  ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xffff
} aclrtMemGranularityOptions;

/** Access to mapped memory. */
typedef enum aclrtMemAccessFlags {
  ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
  ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
  ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3
} aclrtMemAccessFlags;

/** Attributes of a memory pool. */
typedef enum aclrtMemPoolAttr {
  ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
  ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
  ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
  ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
  ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
  ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
  ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
  ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8
} aclrtMemPoolAttr;

/** Attributes of shared memory. */
typedef enum aclrtIpcMemAttrType { ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0 } aclrtIpcMemAttrType;

/** Link that carries accesses to shared memory. */
typedef enum aclrtMemLinkType {
  ACL_RT_MEM_ACCESS_LINK_SIO = 0,
  ACL_RT_MEM_ACCESS_LINK_HCCS = 1,
  ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2,
  ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3
} aclrtMemLinkType;

/** Advice on managed memory. */
typedef enum aclrtMemManagedAdviseType {
  ACL_MEM_ADVISE_SET_READ_MOSTLY = 0,
  ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1,
  ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2,
  ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3,
  ACL_MEM_ADVISE_SET_ACCESSED_BY = 4,
  ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5
} aclrtMemManagedAdviseType;

/** Location of managed memory. */
typedef enum aclrtMemManagedLocationType {
  ACL_MEM_LOCATIONTYPE_INVALID = 0,
  ACL_MEM_LOCATIONTYPE_DEVICE = 1,
  ACL_MEM_LOCATIONTYPE_HOST = 2,
  ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3,
  ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4
} aclrtMemManagedLocationType;

/** Attributes of a range of managed memory. */
typedef enum aclrtMemManagedRangeAttribute {
  ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4,
  ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
  ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8
} aclrtMemManagedRangeAttribute;

/** Page sizes. */
typedef enum aclrtMemPgType { NORMAL_PAGE_TYPE = 0, HUGE_PAGE_TYPE = 1, HUGE1G_PAGE_TYPE = 2 } aclrtMemPgType;

/** Memory types. */
typedef enum aclrtMemType { HBM_TYPE = 0, DDR_TYPE = 1, P2P_HBM_TYPE = 2, P2P_DDR_TYPE = 3 } aclrtMemType;

/** Cache maintenance operations. */
typedef enum aclrtCmoType {
  ACL_RT_CMO_TYPE_PREFETCH = 0,
  ACL_RT_CMO_TYPE_WRITEBACK = 1,
  ACL_RT_CMO_TYPE_INVALID = 2,
  ACL_RT_CMO_TYPE_FLUSH = 3
} aclrtCmoType;

/** Operations of a reducing copy. */
typedef enum aclrtReduceKind {
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
  ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13
} aclrtReduceKind;

/** Tag of aclrtStreamAttrValue. */
typedef enum aclrtStreamAttr {
  ACL_STREAM_ATTR_FAILURE_MODE = 1,
  ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
  ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
  ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
  ACL_STREAM_ATTR_PRIORITY = 5
} aclrtStreamAttr;

/** Options of aclrtStreamConfigHandle. */
typedef enum aclrtStreamConfigAttr {
  ACL_RT_STREAM_WORK_ADDR_PTR = 0,
  ACL_RT_STREAM_WORK_SIZE = 1,
  ACL_RT_STREAM_FLAG = 2,
  ACL_RT_STREAM_PRIORITY = 3
} aclrtStreamConfigAttr;

/** What float overflow gives on the device. */
typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,
  ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

/** Attributes of a device. 204 and 403 each have an old and a current spelling. */
typedef enum aclrtDevAttr {
  ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
  ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
  ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
  ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
  ACL_DEV_ATTR_WARP_SIZE = 202,
  ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
  ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
  ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
  ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
  ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
  ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
  ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
  ACL_DEV_ATTR_L2_CACHE_SIZE = 302,
  ACL_DEV_ATTR_SMP_ID = 401,
  ACL_DEV_ATTR_PHY_CHIP_ID = 402,
  ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403, /**< old misspelling */
  ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403,
  ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
  ACL_DEV_ATTR_SUPER_POD_ID = 405,
  ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406,
  ACL_DEV_ATTR_MAINBOARD_ID = 407,
  ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,
  ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409,
  ACL_DEV_ATTR_IS_VIRTUAL = 501,
  ACL_DEV_ATTR_NPU_ARCH = 601 /**< generation: 1001 910, 2002 310P, 2201 A2 and A3, 3002 310B, 3510 950 */
} aclrtDevAttr;

/** Device features. */
typedef enum aclrtDevFeatureType {
  ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
  ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21
} aclrtDevFeatureType;

/** Core limits. */
typedef enum aclrtDevResLimitType {
  ACL_RT_DEV_RES_CUBE_CORE = 0,
  ACL_RT_DEV_RES_VECTOR_CORE = 1
} aclrtDevResLimitType;

/** Stack and print buffer limits. */
typedef enum aclrtDeviceLimit {
  ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0,
  ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1,
  ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2,
  ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3,
  ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4
} aclrtDeviceLimit;

/** Attributes of a core group. */
typedef enum aclrtGroupAttr {
  ACL_GROUP_AICORE_INT = 0,
  ACL_GROUP_AIV_INT = 1,
  ACL_GROUP_AIC_INT = 2,
  ACL_GROUP_SDMANUM_INT = 3,
  ACL_GROUP_ASQNUM_INT = 4,
  ACL_GROUP_GROUPID_INT = 5
} aclrtGroupAttr;

/** Hardware accelerators that may map host memory. */
typedef enum aclrtHacType {
  ACL_RT_HAC_TYPE_STARS = 0,
  ACL_RT_HAC_TYPE_AICPU = 1,
  ACL_RT_HAC_TYPE_AIC = 2,
  ACL_RT_HAC_TYPE_AIV = 3,
  ACL_RT_HAC_TYPE_PCIEDMA = 4,
  ACL_RT_HAC_TYPE_RDMA = 5,
  ACL_RT_HAC_TYPE_SDMA = 6,
  ACL_RT_HAC_TYPE_DVPP = 7,
  ACL_RT_HAC_TYPE_UDMA = 8,
  ACL_RT_HAC_TYPE_CCU = 9
} aclrtHacType;

/** Whether one can. */
typedef enum aclrtHostMemMapCapability {
  ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
  ACL_RT_HOST_MEM_MAP_SUPPORTED = 1
} aclrtHostMemMapCapability;

/** How a counting notify is changed. */
typedef enum aclrtCntNotifyRecordMode {
  ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0,
  ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,
  ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,
  ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4
} aclrtCntNotifyRecordMode;

/** What a wait for a counting notify compares. */
typedef enum aclrtCntNotifyWaitMode {
  ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,
  ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,
  ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,
  ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,
  ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4
} aclrtCntNotifyWaitMode;

/** Kind of a device fault. */
typedef enum aclrtErrorType {
  ACL_RT_NO_ERROR = 0,
  ACL_RT_ERROR_MEMORY = 1,
  ACL_RT_ERROR_L2 = 2,
  ACL_RT_ERROR_AICORE = 3,
  ACL_RT_ERROR_LINK = 4,
  ACL_RT_ERROR_L3_PORT = 5,
  ACL_RT_ERROR_OTHERS = 0xffff
} aclrtErrorType;

/** Origin of a core fault. */
typedef enum aclrtAicoreErrorType {
  ACL_RT_AICORE_ERROR_UNKNOWN = 0,
  ACL_RT_AICORE_ERROR_SW = 1,
  ACL_RT_AICORE_ERROR_HW_LOCAL = 2
} aclrtAicoreErrorType;

/** Comparison of a stream switch. */
typedef enum aclrtCondition {
  ACL_RT_EQUAL = 0,
  ACL_RT_NOT_EQUAL = 1,
  ACL_RT_GREATER = 2,
  ACL_RT_GREATER_OR_EQUAL = 3,
  ACL_RT_LESS = 4,
  ACL_RT_LESS_OR_EQUAL = 5
} aclrtCondition;

/** Operand type of a stream switch. */
typedef enum aclrtCompareDataType { ACL_RT_SWITCH_INT32 = 0, ACL_RT_SWITCH_INT64 = 1 } aclrtCompareDataType;

/** When a task abort callback runs. */
typedef enum aclrtDeviceTaskAbortStage {
  ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
  ACL_RT_DEVICE_TASK_ABORT_POST = 1
} aclrtDeviceTaskAbortStage;

/** What is updated in a recorded task. */
typedef enum aclrtUpdateTaskAttrId {
  ACL_RT_UPDATE_RANDOM_TASK = 1,
  ACL_RT_UPDATE_AIC_AIV_TASK = 2
} aclrtUpdateTaskAttrId;

/** Random number tasks. */
typedef enum aclrtRandomNumFuncType {
  ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
  ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3
} aclrtRandomNumFuncType;

/** Which calls a graph capture forbids. */
typedef enum aclmdlRICaptureMode {
  ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
  ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
  ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2
} aclmdlRICaptureMode;

/** State of a graph capture. */
typedef enum aclmdlRICaptureStatus {
  ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
  ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
  ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2
} aclmdlRICaptureStatus;

/** Kind of a captured task. */
typedef enum aclmdlRITaskType {
  ACL_MODEL_RI_TASK_DEFAULT = 0,
  ACL_MODEL_RI_TASK_KERNEL = 1,
  ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
  ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
  ACL_MODEL_RI_TASK_EVENT_RESET = 4,
  ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
  ACL_MODEL_RI_TASK_VALUE_WAIT = 6
} aclmdlRITaskType;

/** Kind of a conditional task. */
typedef enum aclmdlRICondTaskType {
  ACL_MODEL_RI_COND_TYPE_IF = 0,
  ACL_MODEL_RI_COND_TYPE_WHILE = 1,
  ACL_MODEL_RI_COND_TYPE_SWITCH = 2
} aclmdlRICondTaskType;

/** Flags of a condition. */
typedef enum aclmdlRICondHandleFlag { ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1 } aclmdlRICondHandleFlag;

/** When a snapshot callback runs. */
typedef enum aclrtSnapShotStage {
  ACL_RT_SNAPSHOT_LOCK_PRE = 0,
  ACL_RT_SNAPSHOT_BACKUP_PRE = 1,
  ACL_RT_SNAPSHOT_BACKUP_POST = 2,
  ACL_RT_SNAPSHOT_RESTORE_PRE = 3,
  ACL_RT_SNAPSHOT_RESTORE_POST = 4,
  ACL_RT_SNAPSHOT_UNLOCK_POST = 5
} aclrtSnapShotStage;

/** State of a process under snapshot. */
typedef enum aclrtProcessState {
  ACL_RT_PROCESS_STATE_RUNNING = 0,
  ACL_RT_PROCESS_STATE_LOCKED = 1
} aclrtProcessState;

/** Options for loading a kernel binary. */
typedef enum aclrtBinaryLoadOptionType {
  ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
  ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3
} aclrtBinaryLoadOptionType;

/** Core type of a kernel. */
typedef enum aclrtEngineType { ACL_RT_ENGINE_TYPE_AIC = 0, ACL_RT_ENGINE_TYPE_AIV = 1 } aclrtEngineType;

/** Attributes of a kernel launch. */
typedef enum aclrtLaunchKernelAttrId {
  ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
  ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE = 2,
  ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2,
  ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3,
  ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4,
  ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5,
  ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6,
  ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7,
  ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8,
  ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9
} aclrtLaunchKernelAttrId;

/** Attributes of a kernel. */
typedef enum aclrtFuncAttribute {
  ACL_FUNC_ATTR_KERNEL_TYPE = 1,
  ACL_FUNC_ATTR_KERNEL_RATIO = 2,
  ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3
} aclrtFuncAttribute;

/** Kinds of kernels. */
typedef enum aclrtKernelType {
  ACL_KERNEL_TYPE_AICORE = 0,
  ACL_KERNEL_TYPE_CUBE = 1,
  ACL_KERNEL_TYPE_VECTOR = 2,
  ACL_KERNEL_TYPE_MIX = 3,
  ACL_KERNEL_TYPE_AICPU = 100
} aclrtKernelType;

/** What an atomic operation supports, or-ed. */
typedef enum aclrtAtomicOperationCapability {
  ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1,
  ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 2,
  ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 4,
  ACL_RT_ATOMIC_CAPABILITY_REDUCTION = 4,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 8,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 16,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 32,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 64,
  ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 128,
  ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 256
} aclrtAtomicOperationCapability;

/** Atomic operations. */
typedef enum aclrtAtomicOperation {
  ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0,
  ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1,
  ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2,
  ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
  ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
  ACL_RT_ATOMIC_OPERATION_AND = 5,
  ACL_RT_ATOMIC_OPERATION_OR = 6,
  ACL_RT_ATOMIC_OPERATION_XOR = 7,
  ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8,
  ACL_RT_ATOMIC_OPERATION_CAS = 9,
  ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10,
  ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11,
  ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12,
  ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30,
  ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31,
  ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43,
  ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44
} aclrtAtomicOperation;

/* ---- structures; sizes and field order are the ABI ---- */

/** Place of an address. */
typedef struct aclrtMemLocation {
  uint32_t id; /**< device id for ACL_MEM_LOCATION_TYPE_DEVICE, node for HOST_NUMA, else meaningless */
  aclrtMemLocationType type;
} aclrtMemLocation;

/** Answer of aclrtPointerGetAttributes. */
typedef struct aclrtPtrAttributes {
  aclrtMemLocation location;
  uint32_t pageSize; /**< bytes */
  uint32_t rsv[4];
} aclrtPtrAttributes;

/** Properties of physical memory. */
typedef struct aclrtPhysicalMemProp {
  aclrtMemHandleType handleType;
  aclrtMemAllocationType allocationType;
  aclrtMemAttr memAttr;
  aclrtMemLocation location;
  uint64_t reserve;
} aclrtPhysicalMemProp;

/** Who may access mapped memory, and how. */
typedef struct aclrtMemAccessDesc {
  aclrtMemAccessFlags flags;
  aclrtMemLocation location;
  uint8_t rsv[12];
} aclrtMemAccessDesc;

/** Memory use of one component, bytes. */
typedef struct aclrtMemUsageInfo {
  char name[32];
  uint64_t curMemSize;
  uint64_t memPeakSize;
  size_t reserved[8];
} aclrtMemUsageInfo;

/** Value of an allocation attribute; aclrtMallocAttrType names the member. */
typedef union aclrtMallocAttrValue {
  uint16_t moduleId;
  uint32_t deviceId;
  uint32_t vaFlag;
  uint8_t rsv[8];
} aclrtMallocAttrValue;

/** One allocation attribute. */
typedef struct aclrtMallocAttribute {
  aclrtMallocAttrType attr;
  aclrtMallocAttrValue value;
} aclrtMallocAttribute;

/** The attributes of one allocation. */
typedef struct aclrtMallocConfig {
  aclrtMallocAttribute* attrs;
  size_t numAttrs;
} aclrtMallocConfig;

/** Locations that a run of copies in a batch shares. */
typedef struct aclrtMemcpyBatchAttr {
  aclrtMemLocation dstLoc;
  aclrtMemLocation srcLoc;
  uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

/** Properties of a memory pool. */
typedef struct aclrtMemPoolProps {
  aclrtMemAllocationType allocType;
  aclrtMemHandleType handleType;
  aclrtMemLocation location;
  size_t maxSize;
  unsigned char reserved[32];
} aclrtMemPoolProps;

/** Shareable handle that reaches other servers. */
typedef struct aclrtMemFabricHandle {
  uint8_t data[128];
} aclrtMemFabricHandle;

/** Event handle for another process. */
typedef struct aclrtIpcEventHandle {
  char reserved[ACL_IPC_EVENT_HANDLE_SIZE];
} aclrtIpcEventHandle;

/** Processes of one server. */
typedef struct aclrtServerPid {
  uint32_t sdid;
  int32_t* pid;
  size_t num;
} aclrtServerPid;

/** Place of managed memory. */
typedef struct aclrtMemManagedLocation {
  aclrtMemManagedLocationType type;
  int32_t id;
} aclrtMemManagedLocation;

/** Load of a device in percent; -1 where it has no such unit. */
typedef struct aclrtUtilizationInfo {
  int32_t cubeUtilization;
  int32_t vectorUtilization;
  int32_t aicpuUtilization;
  int32_t memoryUtilization;
  aclrtUtilizationExtendInfo* utilizationExtend; /**< reserved: NULL */
} aclrtUtilizationInfo;

/** Identity of a device. */
typedef struct aclrtUuid {
  char bytes[16];
} aclrtUuid;

/** Value of a stream attribute; aclrtStreamAttr names the member. */
typedef union aclrtStreamAttrValue {
  uint64_t failureMode;
  uint32_t overflowSwitch;
  uint32_t userCustomTag;
  uint32_t cacheOpInfoSwitch;
  uint32_t streamPriority;
  uint32_t reserve[4];
} aclrtStreamAttrValue;

/** Settings for a stream that is to be created. */
typedef struct aclrtStreamConfigHandle {
  void* workptr;
  size_t workSize;
  size_t flag;
  uint32_t priority;
} aclrtStreamConfigHandle;

/** A change of a counting notify. */
typedef struct aclrtCntNotifyRecordInfo {
  aclrtCntNotifyRecordMode mode;
  uint32_t value;
} aclrtCntNotifyRecordInfo;

/** A wait for a counting notify. */
typedef struct aclrtCntNotifyWaitInfo {
  aclrtCntNotifyWaitMode mode;
  uint32_t value;
  uint32_t timeout; /**< seconds, 0 = none */
  uint8_t isClear;  /**< non-zero: the wait zeroes the counter */
  uint8_t rsv[3];
} aclrtCntNotifyWaitInfo;

/** Version of a package, decimal strings. */
typedef struct aclCANNPackageVersion {
  char version[ACL_PKG_VERSION_MAX_SIZE];
  char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

/** A range of memory with an uncorrectable error. */
typedef struct aclrtMemUceInfo {
  void* addr;
  size_t len;
  size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

/** Such ranges; the first arraySize are valid. */
typedef struct aclrtMemUceInfoArray {
  size_t arraySize;
  aclrtMemUceInfo memUceInfoArray[ACL_RT_MEM_UCE_INFO_MAX_NUM];
} aclrtMemUceInfoArray;

/** Detail of a device fault; aclrtErrorType names the member. */
typedef union aclrtErrorInfoDetail {
  aclrtMemUceInfoArray uceInfo;
  aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

/** A device fault. */
typedef struct aclrtErrorInfo {
  uint8_t tryRepair; /**< non-zero: a repair may help */
  uint8_t hasDetail; /**< non-zero: detail is valid */
  uint8_t reserved[2];
  aclrtErrorType errorType;
  aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

#if !defined(__BISHENG_CCEC__) && !defined(__CUDACC__) && !defined(__VECTOR_TYPES_H__)
/** Extent of a kernel launch. Left out where the compiler or CUDA's headers bring their own. */
typedef struct dim3 {
  uint32_t x;
  uint32_t y;
  uint32_t z;
#ifdef __cplusplus
  constexpr dim3(uint32_t sizeX = 1, uint32_t sizeY = 1, uint32_t sizeZ = 1) : x(sizeX), y(sizeY), z(sizeZ) {}
#endif
} dim3;
#endif

/* ---- function types ---- */

/** Body of aclrtLaunchHostFunc; args is what was given there. It must not call any acl function. */
typedef void (*aclrtHostFunc)(void* args);

/** @name Callback types of functions that this library does not offer */
/** @{ */
typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo* exceptionInfo);
typedef void (*aclrtOpExceptionCallback)(aclrtExceptionInfo* exceptionInfo, void* userData);
typedef void (*aclrtStreamStateCallback)(aclrtStream stream, aclrtStreamState state, void* args);
typedef void (*aclrtDeviceStateCallback)(int32_t deviceId, aclrtDeviceState state, void* args);
typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage,
                                                uint32_t timeout, void* args);
typedef aclError (*aclInitCallbackFunc)(const char* configText, size_t length, void* userData);
typedef aclError (*aclFinalizeCallbackFunc)(void* userData);
typedef uint32_t (*aclrtSnapShotCallBack)(int32_t deviceId, void* args);
/** @} */

/* ---- initialization ---- */

/**
 * Initializes the library for this process. Call it before anything else.
 *
 * Calls are counted: a repeated call returns 100002, which may be ignored, and counts; only the first
 * configuration takes effect. After a complete finalize the process may initialize again.
 *
 * @param[in] configPath  JSON file with options, or NULL for defaults; "{}" means defaults too. Keys read
 *                        here: "err_msg_mode" ("0" messages per thread, "1" per process) and "defaultDevice":
 *                        {"default_device": "N"} (threads that never set a device use N). Unknown keys are
 *                        ignored.
 * @return ACL_SUCCESS
 *         - 100002 ACL_ERROR_REPEAT_INITIALIZE: already initialized
 *         - 100003 ACL_ERROR_INVALID_FILE: no such file, or not readable
 *         - 100006 ACL_ERROR_PARSE_FILE: not JSON, or more than 10 levels of {} or of []
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/**
 * Undoes all aclInit calls at once. Call it before the process ends, not from the destructor of a static
 * object.
 *
 * Devices that were not reset are released when the process exits; handles and memory stay safe to free.
 *
 * @return ACL_SUCCESS
 *         - 100001 ACL_ERROR_UNINITIALIZE: aclInit was never called
 *         - 100037 ACL_ERROR_REPEAT_FINALIZE: already finalized
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/**
 * Undoes one aclInit; the last one finalizes. Use this form where several components initialize
 * independently.
 *
 * @param[out] refCount  aclInit calls still open; may be NULL
 * @return as aclFinalize
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/**
 * Version of the interface: ACL_MAJOR_VERSION, ACL_MINOR_VERSION, ACL_PATCH_VERSION of the library in use.
 *
 * @deprecated in the API; kept working.
 * @param[out] majorVersion  required
 * @param[out] minorVersion  required
 * @param[out] patchVersion  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

/* ---- devices ---- */

/**
 * Makes a device current for the calling thread: its default context, created on first use, becomes the
 * thread's current context, even where an explicit one was current. Other threads are not affected.
 *
 * Every call adds one to the device's count in this process; see aclrtResetDevice.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/**
 * Takes back one aclrtSetDevice. When the count falls to 0: waits for the work of the default context, then
 * releases that context with its default stream and all streams made in it. Above 0 nothing is released.
 *
 * Destroy events, streams and explicit contexts before. Handles that the reset released may still be passed
 * to their Destroy function (which then returns ACL_SUCCESS); device memory stays allocated until aclrtFree.
 * Threads whose current context was released have none afterwards. The device need not be current.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107000: the count is 0 already; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/**
 * As aclrtResetDevice, but releases at once whatever the count is.
 *
 * @param[in] deviceId  0 .. count - 1
 * @return ACL_SUCCESS; 107000: not set since the last release; 107001
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/**
 * Device of the current context.
 *
 * @param[out] deviceId  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/**
 * Number of visible devices, after ASCEND_RT_VISIBLE_DEVICES. Works before aclInit.
 *
 * @param[out] count  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/**
 * Where the program runs: always ACL_HOST here.
 *
 * @param[out] runMode  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/**
 * Blocks until all streams of the current device have finished what this process has issued to them.
 *
 * @return ACL_SUCCESS; 107002; the status of a failed task
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/**
 * As aclrtSynchronizeDevice, for a limited time. After a timeout the work goes on and can be waited for
 * again.
 *
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as aclrtSynchronizeDevice; 507046 ACL_ERROR_RT_STREAM_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/* ---- contexts ---- */

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

/* ---- streams ---- */

/**
 * Creates a stream in the current context, of the highest priority and without flags.
 *
 * @param[out] stream  required; the caller's, until aclrtDestroyStream
 * @return ACL_SUCCESS; 107002; 207008 ACL_ERROR_RT_NO_STREAM_RESOURCE: too many streams on the device
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/**
 * Creates a stream with priority and flags. Both are hints here and change no result.
 *
 * @param[out] stream    required; the caller's, until aclrtDestroyStream
 * @param[in]  priority  0 (most urgent) .. 7
 * @param[in]  flag      ACL_STREAM_* or-ed; unknown bits are ignored
 * @return as aclrtCreateStream
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

/**
 * Waits for the stream's tasks, then destroys it. Does not report their failures: synchronize before. No
 * context need be current. A stream that a device reset has released already is accepted.
 *
 * @param[in] stream  not a default stream
 * @return ACL_SUCCESS; 107000: NULL or a default stream
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/**
 * Destroys a stream without running the tasks that have not started; a task already running is completed.
 *
 * @param[in] stream  not a default stream
 * @return as aclrtDestroyStream
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/**
 * Blocks until the tasks issued to the stream so far have finished. Waits for no other stream.
 *
 * @param[in] stream  NULL: the default stream; a stream of another context is allowed
 * @return ACL_SUCCESS; the status of a failed task, e.g. 507035 ACL_ERROR_RT_VECTOR_CORE_EXCEPTION
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/**
 * As aclrtSynchronizeStream, for a limited time. After a timeout the stream goes on and can be waited for
 * again.
 *
 * @param[in] stream   as there
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as there; 507046 ACL_ERROR_RT_STREAM_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/**
 * Whether a stream has work pending. Never blocks, and reports no failure of a task.
 *
 * @param[in]  stream  NULL: the default stream
 * @param[out] status  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/**
 * Number of a stream: small, not negative, unique on its device.
 *
 * @param[in]  stream    NULL: the default stream
 * @param[out] streamId  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

/**
 * What a failed task means for the rest. Call it at most once for a stream, before giving it work.
 *
 * ACL_CONTINUE_ON_FAILURE (default): later tasks run, new ones are accepted, the failure is reported once.
 * ACL_STOP_ON_FAILURE: the first failure stops all streams of the stream's context; tasks not yet started are
 * dropped, new ones are refused, and every later synchronize of those streams returns that failure. Memory
 * calls keep working. The way out is a new context or a device reset.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] mode    one of the two
 * @return ACL_SUCCESS; 107000: any other mode
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/**
 * Enqueues a function on the host: it runs on a thread of the library when the stream arrives there, and
 * later tasks of the stream wait for it.
 *
 * @param[in] stream  NULL: the default stream
 * @param[in] fn      required; must not call any acl function
 * @param[in] args    passed to fn; must live until then
 * @return ACL_SUCCESS; 107003
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

/* ---- events ---- */

/**
 * Creates an event that can time and synchronize. Before its first record it counts as not complete for
 * aclrtQueryEventStatus, while waiting for it returns at once.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @return ACL_SUCCESS; 107002; 207007 ACL_ERROR_RT_NO_EVENT_RESOURCE: too many events on the device
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

/**
 * Creates an event for given purposes; otherwise as aclrtCreateEvent.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @param[in]  flag   ACL_EVENT_TIME_LINE (time stamps), ACL_EVENT_SYNC (streams wait for it),
 *                    ACL_EVENT_CAPTURE_STREAM_PROGRESS (the host queries it), or-ed; unknown bits are ignored
 * @return as aclrtCreateEvent
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

/**
 * Creates a reusable event: each record replaces what it captured, and a wait binds to the latest record at
 * the time of the call. Before its first record it counts as complete.
 *
 * @param[out] event  required; the caller's, until aclrtDestroyEvent
 * @param[in]  flag   as aclrtCreateEventWithFlag
 * @return as aclrtCreateEvent; 207000: ACL_EVENT_IPC
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/**
 * Destroys an event. Never blocks: waits already issued for it stay valid. An event that a device reset has
 * released already is accepted.
 *
 * @param[in] event  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/**
 * Records an event, asynchronously: it captures all work issued to the stream so far and is complete once
 * that is done. A further record replaces the former one.
 *
 * @param[in] event   required
 * @param[in] stream  NULL: the default stream; of the event's device
 * @return ACL_SUCCESS; 107003; 107000: the stream is on another device
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/**
 * Whether the work that the latest record captured is done. Any thread; never blocks.
 *
 * @param[in]  event   required
 * @param[out] status  required; ACL_EVENT_RECORDED_STATUS_COMPLETE (1) or ..._NOT_READY (0)
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

/**
 * Blocks until the captured work is done. Returns at once for an event that was never recorded.
 *
 * @param[in] event  required; of any device
 * @return ACL_SUCCESS; the status of a failed task among the captured work
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/**
 * As aclrtSynchronizeEvent, for a limited time.
 *
 * @param[in] event    required
 * @param[in] timeout  milliseconds > 0, or -1 for no limit
 * @return as there; 507047 ACL_ERROR_RT_EVENT_SYNC_TIMEOUT; 107000: any other timeout
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/**
 * Makes later tasks of a stream wait, asynchronously, for the work that the event's latest record captured.
 * An event that was never recorded makes nothing wait. Any number of streams may wait for one event.
 *
 * @param[in] stream  the one that waits; NULL: the default stream; of the event's device
 * @param[in] event   required; with ACL_EVENT_SYNC where it was created with flags
 * @return ACL_SUCCESS; 107003; 107000: the stream is on another device
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/**
 * Time between two completed events of one stream.
 *
 * @param[out] ms          required; milliseconds
 * @param[in]  startEvent  recorded and complete
 * @param[in]  endEvent    recorded and complete: synchronize before
 * @return ACL_SUCCESS - 107006 ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: one has no time stamp: not recorded, not
 *         complete, or created with flags but without ACL_EVENT_TIME_LINE - 107007
 *         ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL: the end lies before the start
 */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent);

/* ---- memory ---- */

/**
 * Allocates memory on the current device. Its content is undefined.
 *
 * @param[out] devPtr  required; address, a multiple of 64; the caller's, until aclrtFree
 * @param[in]  size    bytes, > 0; usable are size, rounded up to a multiple of 32, plus 32
 * @param[in]  policy  a hint
 * @return ACL_SUCCESS; 107002; 207001 ACL_ERROR_RT_MEMORY_ALLOCATION: out of memory
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * As aclrtMalloc, without the 32 bytes behind: usable are size, rounded up to a multiple of 32.
 *
 * @param[out] devPtr  as there
 * @param[in]  size    bytes, > 0
 * @param[in]  policy  a hint
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/**
 * Frees device memory at once, without waiting for tasks that use it: synchronize before. Works without a
 * current context and after a device reset.
 *
 * @param[in] devPtr  what aclrtMalloc or aclrtMallocAlign32 returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation (freed twice, for instance)
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/**
 * Allocates host memory that copies can use asynchronously ("pinned"). Its content is undefined. Needs no
 * device.
 *
 * @param[out] hostPtr  required; address, a multiple of 64; the caller's, until aclrtFreeHost
 * @param[in]  size     bytes, > 0
 * @return ACL_SUCCESS; 207001 ACL_ERROR_RT_MEMORY_ALLOCATION: out of memory
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/**
 * Frees pinned host memory at once, without waiting for tasks that use it.
 *
 * @param[in] hostPtr  what aclrtMallocHost returned
 * @return ACL_SUCCESS; 100000: NULL; 107000: not the start of a live allocation
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/**
 * Free and total memory of the current device, bytes.
 *
 * @param[in]  attr   kind of memory; HBM and DDR kinds get the same answer
 * @param[out] free   required
 * @param[out] total  required
 * @return ACL_SUCCESS; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

/**
 * Tells where an address lies: inside an allocation of aclrtMalloc (DEVICE and its id), of aclrtMallocHost
 * (HOST), or neither (UNREGISTERED, which is no error).
 *
 * @param[in]  ptr         any address, also in the middle of an allocation
 * @param[out] attributes  required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);

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
 *         allocation; 107002
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

/* ---- errors ---- */

/**
 * Takes the messages of the failures since the last call, newest first: of the calling thread, or of the
 * process where aclInit's configuration says "err_msg_mode": "1". Operators (aclnn*) leave theirs here too.
 *
 * @return Text owned by the library, valid until the next call in the same scope; NULL where nothing is
 *         pending
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/**
 * The calling thread's error variable, which is then set to ACL_SUCCESS. Every failing acl call of the thread
 * sets it; successful ones leave it.
 *
 * @param[in] level  ACL_RT_THREAD_LEVEL
 * @return The status of the latest failure, ACL_SUCCESS if there was none; 107000: any other level
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/**
 * As aclrtGetLastError, but leaves the variable as it is.
 *
 * @param[in] level  ACL_RT_THREAD_LEVEL
 * @return as there
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_RT_H_ */
