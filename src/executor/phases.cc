// SPDX-License-Identifier: Apache-2.0
#include "executor/phases.h"

#include <string>
#include <utility>

#include "executor/call_allocator.h"
#include "executor/executor.h"
#include "executor/launch.h"
#include "executor/staging.h"
#include "tensor/fractal_storage.h"

namespace openaclnn {
TensorSlots& PhaseOneCall::NewSlots() {
  executor_ = std::allocate_shared<aclOpExecutor>(CallAllocator<aclOpExecutor>());
  return executor_->slots;
}

void PhaseOneCall::AddSlot(const ArgumentOfCall& argument, const TensorOfCall& given, TensorView& view) {
  ViewPlace place;
  if (given.used) {
    place = SetView(*given.seen, view);
    runnable_ = runnable_ && Runnable(view);
  }
  // In its place: a copy would wait for what was just written in smaller parts.
  TensorSlot& slot = executor_->slots.emplace_back();
  slot.name = argument.name;
  slot.argument = argument.number;
  slot.role = argument.role;
  slot.tensor = given.tensor;
  slot.offset = place.offset;
  slot.bytes = place.bytes;
  slot.inPlace = argument.inPlace;
  slot.apart = argument.apart;
  ranges_.emplace_back(view.data, place.bytes);
}

void PhaseOneCall::AddList(const ArgumentOfCall& argument, const aclTensorList* given, TensorViews& views) {
  if (given == nullptr) {
    return;
  }
  views.resize(given->values.size());
  for (size_t k = 0; k < views.size(); ++k) {
    ArgumentOfCall element = argument;
    element.name.element = static_cast<int64_t>(k);
    const aclTensor* const tensor = given->values[k];
    // Matrices in FRACTAL_NZ are seen as what lies in memory: the operator has checked that it knows the format.
    if (tensor != nullptr && IsFractal(*tensor)) {
      AddSlot(element, {tensor, PlainTensor(*tensor, tensor->storageDims)}, views[k]);
    } else {
      AddSlot(element, tensor, views[k]);
    }
  }
}

Status CheckPhaseOneOutputs(const uint64_t* workspaceSize, aclOpExecutor* const* executor) {
  if (workspaceSize == nullptr) {
    return {code::kParamNullptr, "workspaceSize: expected a pointer, got null"};
  }
  if (executor == nullptr) {
    return {code::kParamNullptr, "executor: expected a pointer, got null"};
  }
  return Status::Ok();
}

Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor) {
  aclOpExecutor& made = *call.executor_;
  made.needs = made.call->Needs();
  if (call.outputsMeet_) {
    PlanStaging(made);
  }
  const uint64_t workspaceBytes = ReportedWorkspace(made.needs);
  trace::Annotate([&](trace::Details& details) { DescribeCall(*made.call, made.needs, "plan", details); });
  *executor = static_cast<aclOpExecutor*>(Executors().Insert(std::move(call.executor_)));
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
        std::shared_ptr<aclOpExecutor> live =
            Executors().FindOrTake(executor, [](const aclOpExecutor& found) { return found.repeatable; });
        if (live == nullptr) {
          return DeadExecutor();
        }
        if (live->repeatable) {
          return Enqueue(function, *live, live->call->Clone(), workspace, workspaceSize, stream);
        }
        // The launch keeps the executor: another thread may be setting an address in it.
        const aclOpExecutor& taken = *live;
        OperatorCall* const call = taken.call.get();
        return Enqueue(function, taken, {std::move(live), call}, workspace, workspaceSize, stream);
      },
      Api::kOperator);
}

}  // namespace openaclnn
