/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The profiler: what a program does between two moments, for tables and a timeline. It goes into a folder, from
 * which the tool msprof makes them (docs/profiling.md). Every function but aclprofStr2Id leaves a message where
 * it fails. Thread safe. Valid C11 and C++11.
 *
 * Not declared: collection by subscription to a model, since there are no models, and ranges with
 * information on tensors.
 */

#ifndef ACL_ACL_PROF_H_
#define ACL_ACL_PROF_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @name What is collected: bits of aclprofCreateConfig's dataTypes. Unknown bits are ignored. */
/** @{ */
/* clang-format off */
#define ACL_PROF_ACL_API         0x1ULL         /**< calls of the API */
#define ACL_PROF_TASK_TIME       0x2ULL         /**< work of streams */
#define ACL_PROF_AICORE_METRICS  0x4ULL         /**< counters of a processor: there are none */
#define ACL_PROF_AICPU           0x8ULL         /**< work of another processor: there is none */
#define ACL_PROF_L2CACHE         0x10ULL        /**< counters of a cache: there are none */
#define ACL_PROF_HCCL_TRACE      0x20ULL        /**< collectives, as work of streams */
#define ACL_PROF_TRAINING_TRACE  0x40ULL        /**< steps; TASK_TIME includes it */
#define ACL_PROF_MSPROFTX        0x80ULL        /**< marks of the program */
#define ACL_PROF_RUNTIME_API     0x100ULL       /**< calls of the API */
#define ACL_PROF_GE_API_L0       0x200ULL       /**< calls of a graph engine: there is none */
#define ACL_PROF_TASK_TIME_L0    0x800ULL       /**< work of streams */
#define ACL_PROF_TASK_MEMORY     0x1000ULL      /**< bytes in use */
#define ACL_PROF_TASK_TIME_L2    0x2000ULL      /**< work of streams */
#define ACL_PROF_OP_ATTR         0x4000ULL      /**< attributes of operators: none are collected */
#define ACL_PROF_TASK_TIME_L3    0x8000ULL      /**< work of streams */
#define ACL_PROF_GE_API_L1       0x1000000ULL   /**< calls of a graph engine: there is none */
#define ACL_PROF_API_STATS       0x400000000ULL /**< calls of the API */
#define ACL_PROF_AICORE_SHAPE    0x800000000ULL /**< shapes of operators: always collected */
/* clang-format on */
/** @} */

/** Counters of a processor. An emulated device has none: a choice is accepted, without effect. */
typedef enum {
  ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
  ACL_AICORE_PIPE_UTILIZATION = 1,
  ACL_AICORE_MEMORY_BANDWIDTH = 2,
  ACL_AICORE_L0B_AND_WIDTH = 3,
  ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
  ACL_AICORE_MEMORY_UB = 5,
  ACL_AICORE_L2_CACHE = 6,
  ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
  ACL_AICORE_MEMORY_ACCESS = 8,
  ACL_AICORE_NONE = 0xFF
} aclprofAicoreMetrics;

/** Options of aclprofSetConfig. */
typedef enum {
  ACL_PROF_ARGS_MIN = 0,
  ACL_PROF_STORAGE_LIMIT = 1,            /**< size of a collection in MB, 200 to 4294967295 */
  ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,    /**< 1 to 100 Hz */
  ACL_PROF_LLC_MODE = 4,                 /**< read or write */
  ACL_PROF_SYS_IO_FREQ = 5,              /**< samples of hardware */
  ACL_PROF_SYS_INTERCONNECTION_FREQ = 6, /**< 1 to 50 Hz */
  ACL_PROF_DVPP_FREQ = 7,                /**< samples of hardware */
  ACL_PROF_HOST_SYS = 8,                 /**< use of the host */
  ACL_PROF_HOST_SYS_USAGE = 9,           /**< use of the host */
  ACL_PROF_HOST_SYS_USAGE_FREQ = 10,     /**< samples of the host */
  ACL_PROF_LOW_POWER_FREQ = 11,          /**< samples of hardware */
  ACL_PROF_SYS_MEM_SERVICEFLOW = 12,     /**< samples of hardware */
  ACL_PROF_SYS_CPU_FREQ = 13,            /**< samples of hardware */
  ACL_PROF_OPTYPE = 14,                  /**< which operators */
  ACL_PROF_NTS_METRICS = 15,             /**< counters of a processor */
  ACL_PROF_PATH = 16,                    /**< a path */
  ACL_PROF_ARGS_MAX = 17
} aclprofConfigType;

/** One end of a step. */
typedef enum { ACL_STEP_START = 0, ACL_STEP_END = 1 } aclprofStepTag;

/** What a collection takes in. */
typedef struct aclprofConfig aclprofConfig;
/** Events of a processor; reserved. */
typedef struct aclprofAicoreEvents aclprofAicoreEvents;
/** A step of a training or an inference. */
typedef struct aclprofStepInfo aclprofStepInfo;

/**
 * Begins the use of the profiler, after aclInit.
 *
 * Each aclprofInit has a separate folder, PROF_*, below the path. The first aclprofStart creates it.
 *
 * @param[in] profilerResultPath an existing folder, or one that can be created
 * @param[in] length             characters of the path, 1 to 4096
 * @return ACL_ERROR_PROF_ALREADY_RUN: begun before, and not finalized. ACL_ERROR_INVALID_FILE: no folder, or
 *   one that cannot be written
 */
ACL_FUNC_VISIBILITY aclError aclprofInit(const char* profilerResultPath, size_t length);

/**
 * Ends the use of the profiler, and every collection that still runs.
 *
 * @return ACL_ERROR_PROF_NOT_RUN: without aclprofInit
 */
ACL_FUNC_VISIBILITY aclError aclprofFinalize(void);

/**
 * Creates a configuration, which aclprofDestroyConfig destroys.
 *
 * @param[in] deviceIdList  the devices whose work is collected
 * @param[in] deviceNums    how many, at least 1
 * @param[in] aicoreMetrics counters; accepted, without effect
 * @param[in] aicoreEvents  reserved, NULL
 * @param[in] dataTypes     bits ACL_PROF_*
 * @return the configuration; NULL for devices that do not exist or are named twice, and for unknown counters
 */
ACL_FUNC_VISIBILITY aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                                       aclprofAicoreMetrics aicoreMetrics,
                                                       const aclprofAicoreEvents* aicoreEvents,
                                                       uint64_t dataTypes);

/**
 * Destroys a configuration. A collection that began with it continues until aclprofFinalize.
 *
 * @param[in] profilerConfig required
 * @return ACL_ERROR_INVALID_PARAM: not a live configuration
 */
ACL_FUNC_VISIBILITY aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);

/**
 * Sets an option for collections that begin later.
 *
 * @note Partial: ACL_PROF_STORAGE_LIMIT limits the size; others choose samples of hardware that an emulated
 *   device lacks, and have no effect.
 *
 * @param[in] configType  the option
 * @param[in] config      its value
 * @param[in] configLength characters of the value, 1 to 256
 * @return ACL_ERROR_INVALID_PARAM: an unknown option, or a value out of its range
 */
ACL_FUNC_VISIBILITY aclError aclprofSetConfig(aclprofConfigType configType, const char* config,
                                              size_t configLength);

/**
 * Begins a collection.
 *
 * @param[in] profilerConfig what is collected
 * @return ACL_ERROR_PROF_NOT_RUN: without aclprofInit. ACL_ERROR_PROF_ALREADY_RUN: begun with this
 *   configuration before, or for one of its devices. ACL_ERROR_INVALID_FILE: the folder cannot be written
 */
ACL_FUNC_VISIBILITY aclError aclprofStart(const aclprofConfig* profilerConfig);

/**
 * Ends a collection. Work that was not synchronized may be missing.
 *
 * @param[in] profilerConfig that of aclprofStart
 * @return ACL_ERROR_PROF_NOT_RUN: no collection runs with this configuration
 */
ACL_FUNC_VISIBILITY aclError aclprofStop(const aclprofConfig* profilerConfig);

/**
 * @name Marks
 * Moments and ranges that a program names. They are collected while a collection with ACL_PROF_MSPROFTX runs;
 * at other times the functions succeed and nothing is collected.
 */
/** @{ */

/**
 * Creates a stamp: what is marked. aclprofDestroyStamp destroys it.
 *
 * @return the stamp; NULL where there is no memory
 */
ACL_FUNC_VISIBILITY void* aclprofCreateStamp(void);

/**
 * Destroys a stamp.
 *
 * @param[in] stamp anything else than a live stamp leaves a message
 */
ACL_FUNC_VISIBILITY void aclprofDestroyStamp(void* stamp);

/**
 * Gives a stamp its text.
 *
 * @param[in] stamp  a live stamp
 * @param[in] msg    the text; copied
 * @param[in] msgLen characters of it, at least 1
 * @return ACL_ERROR_INVALID_PARAM: no live stamp, or no text
 */
ACL_FUNC_VISIBILITY aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen);

/**
 * Marks this moment.
 *
 * @param[in] stamp a live stamp
 * @return ACL_ERROR_INVALID_PARAM: no live stamp
 */
ACL_FUNC_VISIBILITY aclError aclprofMark(void* stamp);

/**
 * Marks this moment, for a stream.
 *
 * @param[in] msg    the text
 * @param[in] msgLen characters of it, at least 1
 * @param[in] stream the stream
 * @return ACL_ERROR_INVALID_PARAM: no text; as of aclrtStreamGetId for the stream
 */
ACL_FUNC_VISIBILITY aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream);

/**
 * Begins a range of this thread. Ranges nest.
 *
 * @param[in] stamp a live stamp
 * @return ACL_ERROR_INVALID_PARAM: no live stamp
 */
ACL_FUNC_VISIBILITY aclError aclprofPush(void* stamp);

/**
 * Ends the innermost range of this thread.
 *
 * @return ACL_ERROR_INVALID_PARAM: there is none
 */
ACL_FUNC_VISIBILITY aclError aclprofPop(void);

/**
 * Begins a range that any thread may end.
 *
 * @param[in]  stamp   a live stamp
 * @param[out] rangeId what aclprofRangeStop takes
 * @return ACL_ERROR_INVALID_PARAM: no live stamp, or rangeId is null
 */
ACL_FUNC_VISIBILITY aclError aclprofRangeStart(void* stamp, uint32_t* rangeId);

/**
 * Ends a range.
 *
 * @param[in] rangeId that of aclprofRangeStart
 * @return ACL_ERROR_INVALID_PARAM: no range that is open
 */
ACL_FUNC_VISIBILITY aclError aclprofRangeStop(uint32_t rangeId);

/**
 * Returns a number for a text, the same for the same text.
 *
 * @param[in] message the text
 * @return the number; UINT64_MAX for null
 */
ACL_FUNC_VISIBILITY uint64_t aclprofStr2Id(const char* message);
/** @} */

/** @name Steps */
/** @{ */

/**
 * Creates a step, which aclprofDestroyStepInfo destroys.
 *
 * @return the step; NULL where there is no memory
 */
ACL_FUNC_VISIBILITY aclprofStepInfo* aclprofCreateStepInfo(void);

/**
 * Destroys a step.
 *
 * @param[in] stepInfo anything else than a live step leaves a message
 */
ACL_FUNC_VISIBILITY void aclprofDestroyStepInfo(aclprofStepInfo* stepInfo);

/**
 * Marks one end of a step.
 *
 * @param[in] stepInfo a live step
 * @param[in] tag      which end; each once a step
 * @param[in] stream   the stream that the step runs on
 * @return ACL_ERROR_INVALID_PARAM: no live step, an unknown tag, or one that was marked before
 */
ACL_FUNC_VISIBILITY aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                                     aclrtStream stream);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_PROF_H_ */
