/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Handles, constants, structures and function types of the AscendCL runtime. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_TYPES_H_
#define ACL_RUNTIME_TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Handles
 * Opaque; a handle belongs to the process that got it. aclrtStream, aclrtEvent and aclrtContext are in
 * acl_base_rt.h, those of allocators in acl_rt_allocator.h.
 */
/** @{ */
/* clang-format off */
typedef void* aclrtNotify;         /**< one-shot signal between streams */
typedef void* aclrtCntNotify;      /**< counting signal */
typedef void* aclrtLabel;          /**< jump target in a model-bound stream */
typedef void* aclrtLabelList;      /**< list of labels */
typedef void* aclrtMbuf;           /**< shared buffer */
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

/* ---- constants ---- */

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
#define ACL_STREAM_PERSISTENT      0x4  /**< collects tasks for the graph that it is bound to */
#define ACL_STREAM_HUGE            0x8  /**< no effect */
#define ACL_STREAM_CPU_SCHEDULE    0x10 /**< reserved */
#define ACL_STREAM_DEVICE_USE_ONLY 0x20 /**< for use on the device only */
/* clang-format on */
/** @} */

/** @name Flags of aclmdlRIBindStream */
/** @{ */
/* clang-format off */
#define ACL_MODEL_STREAM_FLAG_HEAD    0x0U        /**< its tasks start with the execution of the graph */
#define ACL_MODEL_STREAM_FLAG_DEFAULT 0x7FFFFFFFU /**< another stream of the graph starts them */
/* clang-format on */
/** @} */

/** @name Modes of aclrtSetStreamFailureMode */
/** @{ */
/* clang-format off */
#define ACL_CONTINUE_ON_FAILURE 0 /**< default: later tasks still run */
#define ACL_STOP_ON_FAILURE     1 /**< one failed task stops all streams of the context */
/* clang-format on */
/** @} */

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

/** What a condition decides: see aclmdlRIAddCondTask. */
typedef struct aclmdlRICondTaskParams {
  aclmdlRICondHandle handle; /**< the condition */
  aclmdlRICondTaskType type;
  uint32_t size;          /**< how many bodies */
  aclmdlRI* modelRIArray; /**< filled in: the bodies */
} aclmdlRICondTaskParams;

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

/** How a kernel binary is loaded, opaque here. */
typedef struct aclrtBinaryLoadOptions aclrtBinaryLoadOptions;

/** How a kernel is launched, opaque here. */
typedef struct aclrtLaunchKernelCfg aclrtLaunchKernelCfg;

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

/** @name Callbacks; each is documented at the function that takes it */
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

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_TYPES_H_ */
