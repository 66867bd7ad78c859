/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Status codes of the runtime (aclrt*) as macros. The first digit tells whose fault it is: 1 the caller's,
 * 2 a resource that is short or a feature that is missing, 5 the device's or the library's own.
 * The codes that any acl call may return besides these are in acl/acl_base_rt.h.
 *
 * This library returns few of them (acl/acl_rt.h lists which); all are here so that clients which compare
 * against the others build unchanged.
 */

#ifndef ACL_ERROR_CODES_RT_ERROR_CODES_H_
#define ACL_ERROR_CODES_RT_ERROR_CODES_H_

#include <stddef.h> /* so that this file alone is a valid C source */

/* clang-format off */
#define ACL_RT_SUCCESS 0 /**< done, or accepted by the stream */

/* 107xxx: the caller's mistake */
#define ACL_ERROR_RT_PARAM_INVALID               107000 /**< argument check failed */
#define ACL_ERROR_RT_INVALID_DEVICEID            107001 /**< device id out of range */
#define ACL_ERROR_RT_CONTEXT_NULL                107002 /**< thread has no current context */
#define ACL_ERROR_RT_STREAM_CONTEXT              107003 /**< stream not of current context */
#define ACL_ERROR_RT_MODEL_CONTEXT               107004 /**< model not of current context */
#define ACL_ERROR_RT_STREAM_MODEL                107005 /**< stream not bound to model */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID     107006 /**< event has no valid timestamp */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL    107007 /**< end timestamp before start */
#define ACL_ERROR_RT_ADDR_UNALIGNED              107008 /**< address not aligned */
#define ACL_ERROR_RT_FILE_OPEN                   107009 /**< cannot open file */
#define ACL_ERROR_RT_FILE_WRITE                  107010 /**< cannot write file */
#define ACL_ERROR_RT_STREAM_SUBSCRIBE            107011 /**< stream not or already subscribed */
#define ACL_ERROR_RT_THREAD_SUBSCRIBE            107012 /**< thread not or already subscribed */
#define ACL_ERROR_RT_GROUP_NOT_SET               107013 /**< aclrtSetGroup not called */
#define ACL_ERROR_RT_GROUP_NOT_CREATE            107014 /**< no such group */
#define ACL_ERROR_RT_STREAM_NO_CB_REG            107015 /**< callback stream has no thread */
#define ACL_ERROR_RT_INVALID_MEMORY_TYPE         107016 /**< memory type invalid */
#define ACL_ERROR_RT_INVALID_HANDLE              107017 /**< resource handle invalid */
#define ACL_ERROR_RT_INVALID_MALLOC_TYPE         107018 /**< wrong memory type for allocation */
#define ACL_ERROR_RT_WAIT_TIMEOUT                107019 /**< wait timed out */
#define ACL_ERROR_RT_TASK_TIMEOUT                107020 /**< task execution timed out */
#define ACL_ERROR_RT_SYSPARAMOPT_NOT_SET         107021 /**< context option was never set */
#define ACL_ERROR_RT_DEVICE_TASK_ABORT           107022 /**< device abort in progress */
#define ACL_ERROR_RT_STREAM_ABORT                107023 /**< stream is being aborted */
#define ACL_ERROR_RT_CAPTURE_DEPENDENCY          107024 /**< captured wait without record */
#define ACL_ERROR_RT_STREAM_UNJOINED             107025 /**< captured side stream not joined */
#define ACL_ERROR_RT_MODEL_CAPTURED              107026 /**< model is being captured */
#define ACL_ERROR_RT_STREAM_CAPTURED             107027 /**< stream is being captured */
#define ACL_ERROR_RT_EVENT_CAPTURED              107028 /**< event is being captured */
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED         107029 /**< stream is not capturing */
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT    107030 /**< operation barred by capture mode */
#define ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT     107031 /**< default stream barred in capture */
#define ACL_ERROR_STREAM_CAPTURE_CONFLICT        107032 /**< event and stream in different captures */
#define ACL_ERROR_STREAM_TASK_GROUP_STATUS       107033 /**< task group state wrong */
#define ACL_ERROR_STREAM_TASK_GROUP_INTR         107034 /**< task group recording interrupted */
#define ACL_ERROR_RT_TASK_ABORT_STOP             107035 /**< abort stopped before post step */
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED    107036 /**< capture not begun on stream */
#define ACL_ERROR_RT_MODEL_RUNNING               107037 /**< model still running */
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD 107038 /**< capture ended on other thread */
#define ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY    107039 /**< caller's array too small */
#define ACL_ERROR_RT_MODEL_UPDATE_FAILED         107040 /**< model update failed */
#define ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC    107041 /**< capture forbids sync fallback */
#define ACL_ERROR_RT_SYMBOL_NOT_FOUND            107042 /**< symbol not found */
#define ACL_ERROR_RT_INVALID_SYMBOL              107043 /**< device symbol invalid */
#define ACL_ERROR_RT_INVALID_DEVICE_FUNCTION     107044 /**< kernel symbol invalid */
#define ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING   107045 /**< sub graph still capturing */

/* 207xxx: resource exhausted or feature not supported */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT           207000 /**< feature not supported */
#define ACL_ERROR_RT_MEMORY_ALLOCATION             207001 /**< out of (device) memory */
#define ACL_ERROR_RT_MEMORY_FREE                   207002 /**< freeing memory failed */
#define ACL_ERROR_RT_AICORE_OVER_FLOW              207003 /**< overflow in AI core operator */
#define ACL_ERROR_RT_NO_DEVICE                     207004 /**< device not usable */
#define ACL_ERROR_RT_RESOURCE_ALLOC_FAIL           207005 /**< resource (stream etc.) exhausted */
#define ACL_ERROR_RT_NO_PERMISSION                 207006 /**< no permission */
#define ACL_ERROR_RT_NO_EVENT_RESOURCE             207007 /**< out of events */
#define ACL_ERROR_RT_NO_STREAM_RESOURCE            207008 /**< out of streams */
#define ACL_ERROR_RT_NO_NOTIFY_RESOURCE            207009 /**< out of notifies */
#define ACL_ERROR_RT_NO_MODEL_RESOURCE             207010 /**< out of model resources */
#define ACL_ERROR_RT_NO_CDQ_RESOURCE               207011 /**< out of internal queues */
#define ACL_ERROR_RT_OVER_LIMIT                    207012 /**< queue count limit reached */
#define ACL_ERROR_RT_QUEUE_EMPTY                   207013 /**< queue is empty */
#define ACL_ERROR_RT_QUEUE_FULL                    207014 /**< queue is full */
#define ACL_ERROR_RT_REPEATED_INIT                 207015 /**< queue initialized twice */
#define ACL_ERROR_RT_AIVEC_OVER_FLOW               207016 /**< overflow in vector operator */
#define ACL_ERROR_RT_OVER_FLOW                     207017 /**< overflow, common */
#define ACL_ERROR_RT_DEVICE_OOM                    207018 /**< device memory used up */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP 207019 /**< this operator cannot be updated */
#define ACL_ERROR_RT_TIMEOUT                       207020 /**< driver timeout */
#define ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED       207021 /**< link type not supported */

/* 507xxx: internal or device failure */
#define ACL_ERROR_RT_INTERNAL_ERROR                  507000 /**< runtime internal error */
#define ACL_ERROR_RT_TS_ERROR                        507001 /**< task scheduler error */
#define ACL_ERROR_RT_STREAM_TASK_FULL                507002 /**< stream queue full */
#define ACL_ERROR_RT_STREAM_TASK_EMPTY               507003 /**< stream queue empty */
#define ACL_ERROR_RT_STREAM_NOT_COMPLETE             507004 /**< stream not finished */
#define ACL_ERROR_RT_END_OF_SEQUENCE                 507005 /**< AI CPU sequence ended */
#define ACL_ERROR_RT_EVENT_NOT_COMPLETE              507006 /**< event not finished */
#define ACL_ERROR_RT_CONTEXT_RELEASE_ERROR           507007 /**< context release failed */
#define ACL_ERROR_RT_SOC_VERSION                     507008 /**< SoC version unknown */
#define ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT           507009 /**< task type not supported */
#define ACL_ERROR_RT_LOST_HEARTBEAT                  507010 /**< scheduler heartbeat lost */
#define ACL_ERROR_RT_MODEL_EXECUTE                   507011 /**< model execution failed */
#define ACL_ERROR_RT_REPORT_TIMEOUT                  507012 /**< aclrtProcessReport timed out */
#define ACL_ERROR_RT_SYS_DMA                         507013 /**< DMA hardware error */
#define ACL_ERROR_RT_AICORE_TIMEOUT                  507014 /**< AI core timed out */
#define ACL_ERROR_RT_AICORE_EXCEPTION                507015 /**< AI core exception */
#define ACL_ERROR_RT_AICORE_TRAP_EXCEPTION           507016 /**< AI core trap */
#define ACL_ERROR_RT_AICPU_TIMEOUT                   507017 /**< AI CPU timed out */
#define ACL_ERROR_RT_AICPU_EXCEPTION                 507018 /**< AI CPU exception */
#define ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR          507019 /**< AI CPU dump reply missing */
#define ACL_ERROR_RT_AICPU_MODEL_RSP_ERR             507020 /**< AI CPU model reply missing */
#define ACL_ERROR_RT_PROFILING_ERROR                 507021 /**< profiling error */
#define ACL_ERROR_RT_IPC_ERROR                       507022 /**< inter-process error */
#define ACL_ERROR_RT_MODEL_ABORT_NORMAL              507023 /**< model exited */
#define ACL_ERROR_RT_KERNEL_UNREGISTERING            507024 /**< kernel being unregistered */
#define ACL_ERROR_RT_RINGBUFFER_NOT_INIT             507025 /**< ring buffer not initialized */
#define ACL_ERROR_RT_RINGBUFFER_NO_DATA              507026 /**< ring buffer empty */
#define ACL_ERROR_RT_KERNEL_LOOKUP                   507027 /**< internal kernel not registered */
#define ACL_ERROR_RT_KERNEL_DUPLICATE                507028 /**< internal kernel registered twice */
#define ACL_ERROR_RT_DEBUG_REGISTER_FAIL             507029 /**< debug registration failed */
#define ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL           507030 /**< debug unregistration failed */
#define ACL_ERROR_RT_LABEL_CONTEXT                   507031 /**< label not of current context */
#define ACL_ERROR_RT_PROGRAM_USE_OUT                 507032 /**< too many programs */
#define ACL_ERROR_RT_DEV_SETUP_ERROR                 507033 /**< device start failed */
#define ACL_ERROR_RT_VECTOR_CORE_TIMEOUT             507034 /**< vector core timed out */
#define ACL_ERROR_RT_VECTOR_CORE_EXCEPTION           507035 /**< vector core exception */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION      507036 /**< vector core trap */
#define ACL_ERROR_RT_CDQ_BATCH_ABNORMAL              507037 /**< internal batch allocation failed */
#define ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR           507038 /**< die mode cannot change */
#define ACL_ERROR_RT_DIE_SET_ERROR                   507039 /**< die cannot be chosen */
#define ACL_ERROR_RT_INVALID_DIEID                   507040 /**< die id invalid */
#define ACL_ERROR_RT_DIE_MODE_NOT_SET                507041 /**< die mode unset */
#define ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW       507042 /**< AI core read out of bounds */
#define ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW      507043 /**< AI core write out of bounds */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW  507044 /**< vector core read out of bounds */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW 507045 /**< vector core write out of bounds */
#define ACL_ERROR_RT_STREAM_SYNC_TIMEOUT             507046 /**< stream/device sync timed out */
#define ACL_ERROR_RT_EVENT_SYNC_TIMEOUT              507047 /**< event sync timed out */
#define ACL_ERROR_RT_FFTS_PLUS_TIMEOUT               507048 /**< internal task timed out */
#define ACL_ERROR_RT_FFTS_PLUS_EXCEPTION             507049 /**< internal task exception */
#define ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION        507050 /**< internal task trap */
#define ACL_ERROR_RT_SEND_MSG                        507051 /**< enqueue message failed */
#define ACL_ERROR_RT_COPY_DATA                       507052 /**< enqueue copy failed */
#define ACL_ERROR_RT_DEVICE_MEM_ERROR                507053 /**< uncorrectable memory error */
#define ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR         507054 /**< HBM multi-bit ECC error */
#define ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR        507055 /**< possible memory error at peer */
#define ACL_ERROR_RT_LINK_ERROR                      507056 /**< link between devices broken */
#define ACL_ERROR_RT_SUSPECT_REMOTE_ERROR            507057 /**< peer fault or local overrun */
#define ACL_ERROR_RT_DRV_INTERNAL_ERROR              507899 /**< driver internal error */
#define ACL_ERROR_RT_AICPU_INTERNAL_ERROR            507900 /**< AI CPU internal error */
#define ACL_ERROR_RT_SOCKET_CLOSE                    507901 /**< host-device session closed */
#define ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR         507902 /**< AI CPU scheduling failed */
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED      507903 /**< capture invalidated */
#define ACL_ERROR_RT_COMM_OP_RETRY_FAIL              507904 /**< collective retry failed */
#define ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT              507905 /**< snapshot lock timed out */
#define ACL_ERROR_SNAPSHOT_LOCK_FAILED               507906 /**< snapshot lock failed */
#define ACL_ERROR_SNAPSHOT_UNLOCK_FAILED             507907 /**< snapshot unlock failed */
#define ACL_ERROR_SNAPSHOT_BACKUP_FAILED             507908 /**< snapshot backup failed */
#define ACL_ERROR_SNAPSHOT_RESTORE_FAILED            507909 /**< snapshot restore failed */
#define ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED     507910 /**< host range already registered */
#define ACL_ERROR_HOST_MEMORY_NOT_REGISTERED         507911 /**< host range not registered */
#define ACL_ERROR_SNAPSHOT_CALLBACK_FAILED           507912 /**< snapshot callback failed */
#define ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED  507913 /**< snapshot callback registration failed */
#define ACL_ERROR_RT_L3_PORT_ERROR                   507914 /**< L3 port error */
#define ACL_ERROR_RT_CCU_TIMEOUT                     507915 /**< CCU timed out */
#define ACL_ERROR_RT_CCU_EXCEPTION                   507916 /**< CCU exception */
/* clang-format on */

#endif /* ACL_ERROR_CODES_RT_ERROR_CODES_H_ */
