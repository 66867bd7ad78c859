// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

aclmdlRITaskType TypeOf(const TaskBody& body) {
  if (const auto* const work = std::get_if<WorkTask>(&body)) {
    return work->work->IsOperator() ? ACL_MODEL_RI_TASK_KERNEL : ACL_MODEL_RI_TASK_DEFAULT;
  }
  if (const auto* const value = std::get_if<ValueTask>(&body)) {
    return value->test ? ACL_MODEL_RI_TASK_VALUE_WAIT : ACL_MODEL_RI_TASK_VALUE_WRITE;
  }
  if (std::holds_alternative<RecordTask>(body) || std::holds_alternative<OuterRecordTask>(body)) {
    return ACL_MODEL_RI_TASK_EVENT_RECORD;
  }
  if (std::holds_alternative<WaitTask>(body) || std::holds_alternative<OuterWaitTask>(body) ||
      std::holds_alternative<FlagWaitTask>(body)) {
    return ACL_MODEL_RI_TASK_EVENT_WAIT;
  }
  return std::holds_alternative<ResetTask>(body) ? ACL_MODEL_RI_TASK_EVENT_RESET : ACL_MODEL_RI_TASK_DEFAULT;
}

}  // namespace openaclnn::runtime
