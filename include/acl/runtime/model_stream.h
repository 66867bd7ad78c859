/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Streams bound to a model: branches and jumps between them. Part of
 * acl/acl_rt.h, which says what holds for every function. None is supported: they are here so that programs
 * which can do without them build, load and ask. Each returns 207000 with a message, whatever its arguments.
 */

#ifndef ACL_RUNTIME_MODEL_STREAM_H_
#define ACL_RUNTIME_MODEL_STREAM_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Branches and labels
 * Starts other streams of a model, or jumps within one.
 *
 * @note Not supported: there are no models whose streams could branch.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond, void* rightValue,
                                               aclrtCompareDataType dataType, aclrtStream trueStream,
                                               aclrtStream falseStream, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCreateLabel(aclrtLabel* label);
ACL_FUNC_VISIBILITY aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabel(aclrtLabel label);
ACL_FUNC_VISIBILITY aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num, aclrtLabelList* labelList);
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabelList(aclrtLabelList labelList);
ACL_FUNC_VISIBILITY aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue, aclrtLabelList labelList,
                                                     aclrtStream stream);
/** @} */

/**
 * @name Notes on captured tasks
 * Keeps a description of the task that the calling thread issued last.
 *
 * @note Not supported: captured tasks, which it would describe, do not exist.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskOpInfo(const void* const infoPtr, const size_t infoSize);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_MODEL_STREAM_H_ */
