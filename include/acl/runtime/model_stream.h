/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Streams bound to a model: branches and jumps between them. Part of
 * acl/acl_rt.h, which says what holds for every function. They are tasks of graphs that are built by hand
 * (aclmdlRIBuildBegin): decided at each execution, when the stream arrives there, from what is in memory then. On
 * a stream that collects no tasks for such a graph they return 107005.
 */

#ifndef ACL_RUNTIME_MODEL_STREAM_H_
#define ACL_RUNTIME_MODEL_STREAM_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Starts another stream of the graph. This one continues. A stream that runs is started again once it is at the end of
 * its tasks, as often as it was started meanwhile; so a stream that starts itself repeats its tasks.
 *
 * @param[in] activeStream  required; bound to the same graph
 * @param[in] stream        required; of the graph that is being built
 * @return ACL_SUCCESS; 100000: NULL; 107003; 107005: a stream is not bound to the graph, or the tasks of `stream`
 *         have ended; 507903: the graph is void
 */
ACL_FUNC_VISIBILITY aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);

/**
 * Compares two numbers, and starts trueStream if the condition holds, otherwise falseStream. The tasks of this stream
 * that follow are then not run. Without a falseStream, they are run if the condition does not hold.
 *
 * @param[in] leftValue    required; memory of aclrtMalloc or aclrtMallocHost
 * @param[in] cond         an aclrtCondition: the left value has this relation to the right one
 * @param[in] rightValue   as leftValue
 * @param[in] dataType     of both: ACL_RT_SWITCH_INT32 or ACL_RT_SWITCH_INT64
 * @param[in] trueStream   required; bound to the same graph
 * @param[in] falseStream  NULL: none; bound to the same graph
 * @param[in] stream       required; of the graph that is being built
 * @return ACL_SUCCESS; 100000: NULL; 107000: other memory, or no such condition or type; 107003; 107005: as
 *         aclrtActiveStream; 507903: the graph is void
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond, void* rightValue,
                                               aclrtCompareDataType dataType, aclrtStream trueStream,
                                               aclrtStream falseStream, aclrtStream stream);

/**
 * Creates a label: a place in a stream's tasks, once aclrtSetLabel has set it.
 *
 * @param[out] label  required; the caller's, until aclrtDestroyLabel
 * @return ACL_SUCCESS; 100000: NULL; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabel(aclrtLabel* label);

/**
 * Sets a label after the tasks that the stream has by now. Once for a label.
 *
 * @param[in] label   required; of the current context
 * @param[in] stream  required; of a graph that is being built
 * @return ACL_SUCCESS; 100000: NULL; 107000: the label was set before; 107003; 107005: the stream collects no tasks
 *         for a graph; 107017: no label; 507031: a label of another context; 507903: the graph is void
 */
ACL_FUNC_VISIBILITY aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);

/**
 * Destroys a label. Lists that it is in, and graphs, keep what they need of it.
 *
 * @param[in] label  required
 * @return ACL_SUCCESS; 100000: NULL; 107017: no label
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabel(aclrtLabel label);

/**
 * Makes a list of labels.
 *
 * @param[in]  labels     required; `num` labels of the current context, which need not be set yet
 * @param[in]  num        at least 1
 * @param[out] labelList  required; the caller's, until aclrtDestroyLabelList
 * @return ACL_SUCCESS; 100000: NULL; 107000: num is 0; 107017: no label; 507031: a label of another context
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num, aclrtLabelList* labelList);

/**
 * Destroys a list of labels, and none of the labels. Graphs keep what they need of it.
 *
 * @param[in] labelList  required
 * @return ACL_SUCCESS; 100000: NULL; 107017: no list
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabelList(aclrtLabelList labelList);

/**
 * The stream continues after one of its labels, earlier or later: the one whose place in the list, from 0, is in
 * memory. A number that is not less than maxValue means the last one, maxValue - 1.
 *
 * @param[in] ptr        required; 4 bytes of memory of aclrtMalloc or aclrtMallocHost, without a sign
 * @param[in] maxValue   how many labels of the list count
 * @param[in] labelList  required; labels that are set on this stream by the time of aclmdlRIBuildEnd, which
 *                       returns 107000 otherwise
 * @param[in] stream     required; of a graph that is being built
 * @return ACL_SUCCESS; 100000: NULL; 107000: other memory, or maxValue is 0 or more than there are labels; 107003;
 *         107005: the stream collects no tasks for a graph; 107017: no list; 507903: the graph is void
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue, aclrtLabelList labelList,
                                                     aclrtStream stream);

/**
 * @name Notes on captured tasks
 * Keeps a description of the task that the calling thread issued last.
 *
 * @note Not supported: no function returns the description of a captured task.
 */
/** @{ */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskOpInfo(const void* const infoPtr, const size_t infoSize);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_MODEL_STREAM_H_ */
