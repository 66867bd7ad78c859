// SPDX-License-Identifier: Apache-2.0
#include "executor/phases.h"

#include <string>
#include <utility>

#include "executor/executor.h"
#include "executor/launch.h"
#include "executor/staging.h"

namespace openaclnn {

Status NullOutputOfPhaseOne(const uint64_t* workspaceSize) {
  return {code::kParamNullptr, std::string(workspaceSize == nullptr ? "workspaceSize" : "executor") +
                                   ": expected a pointer, got null"};
}

Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  OperatorCall& made = *call.call_;
  if (made.outputsMeet) {
    PlanStaging(made);
  }
  const uint64_t workspaceBytes = ReportedWorkspace(made.needs);
  trace::Annotate([&](trace::Details& details) { DescribeCall(made, "plan", details); });
  *executor = static_cast<aclOpExecutor*>(Executors().Insert(std::move(call.call_)));
  *workspaceSize = workspaceBytes;
  return Status::Ok();
}

aclnnStatus PhaseTwo(const char* function, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream) noexcept {
  return Boundary(
      function,
      [&]() -> Status {
        trace::Annotate([](trace::Details& details) { details.phase = "launch"; });
        if (executor == nullptr) {
          return {code::kParamNullptr, "executor: expected the one from phase one, got null"};
        }
        // Consumed whatever comes, unless it is repeatable; of two threads that race for it only one gets it.
        std::shared_ptr<OperatorCall> call =
            Executors().FindOrTake(executor, [](const OperatorCall& found) { return found.repeatable; });
        if (call == nullptr) {
          return DeadExecutor();
        }
        if (call->repeatable) {
          call = call->Clone();
        }
        return Enqueue(function, std::move(call), workspace, workspaceSize, stream);
      },
      Api::kOperator);
}

}  // namespace openaclnn
