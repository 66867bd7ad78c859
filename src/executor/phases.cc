// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>
#include <utility>

#include "executor/executor.h"
#include "executor/staging.h"
#include "executor/used_memory.h"
#include "runtime/objects.h"

namespace openaclnn {
namespace {

// Workspace comes from the client's own pools too; kernels get it aligned to a cache line.
constexpr size_t kWorkspaceAlignment = 64;

uint64_t ReportedWorkspace(const Plan& plan) {
  return plan.workspaceBytes == 0 ? 0 : plan.workspaceBytes + kWorkspaceAlignment;
}

std::byte* AlignUp(void* address) {
  const auto value = reinterpret_cast<uintptr_t>(address);
  const uintptr_t padding = (kWorkspaceAlignment - value % kWorkspaceAlignment) % kWorkspaceAlignment;
  return static_cast<std::byte*>(address) + padding;
}

void DescribeCall(const OperatorCall& call, const Plan& plan, const char* phase, trace::Details& details) {
  call.Describe(details);
  details.phase = phase;
  details.workspace = ReportedWorkspace(plan);
  details.bytes = plan.bytes;
}

// A call on its way through a stream. Holds its memory: a block that is freed too early is reported, not
// touched.
class Launch final : public backend::Work {
 public:
  Launch(std::shared_ptr<OperatorCall> call, std::byte* workspace, UsedMemories memory,
         std::vector<StagedOutput> staged, const Plan& plan)
      : call_(std::move(call)),
        workspace_(workspace),
        memory_(std::move(memory)),
        staged_(std::move(staged)),
        plan_(plan) {}

  [[nodiscard]] const char* Name() const override { return call_->OperatorName(); }
  [[nodiscard]] size_t Bytes() const override {
    return plan_.cachedEffort == 0 ? plan_.bytes : plan_.cachedEffort;
  }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    for (const UsedMemory& used : memory_) {
      if (used.allocation->Freed()) {
        return {code::kRtVectorCoreException,
                std::string(Name()) + ": " + used.name +
                    ": expected memory that lives until the work is done, got memory that "
                    "was freed before the work started"};
      }
    }
    const BusyWorkspace busy(workspace_, plan_.workspaceBytes);
    if (!busy.Free()) {
      return {code::kRtVectorCoreException, std::string(Name()) +
                                                ": workspace: expected memory that no other work is using, "
                                                "got memory that work of another stream "
                                                "is running in"};
    }
    Status status = call_->Run(workspace_, context);
    if (!status.IsOk()) {
      return {status.Code(), std::string(Name()) + ": " + status.Message()};
    }
    for (const StagedOutput& output : staged_) {
      context.CopyView(output.destination, output.scratch);
    }
    return status;
  }
  void Describe(trace::Details& details) const override {
    DescribeCall(*call_, plan_, "run", details);
    details.category = "operator";
  }

 private:
  std::shared_ptr<OperatorCall> call_;
  std::byte* workspace_;
  UsedMemories memory_;
  std::vector<StagedOutput> staged_;
  const Plan plan_;
};

Status CheckWorkspace(const Plan& plan, void* workspace, uint64_t workspaceSize, UsedMemories& memory) {
  if (workspace == nullptr && workspaceSize > 0) {
    return {code::kParamNullptr,
            "workspace: expected the address of " + std::to_string(workspaceSize) + " bytes, got null"};
  }
  const uint64_t needed = ReportedWorkspace(plan);
  if (workspaceSize < needed) {
    return {code::kParamInvalid, "workspaceSize: expected at least " + std::to_string(needed) +
                                     " bytes as phase one said, got " + std::to_string(workspaceSize)};
  }
  return needed == 0 ? Status::Ok() : FindMemory("workspace", workspace, needed, memory);
}

Status Enqueue(const char* function, void* workspace, uint64_t workspaceSize, aclOpExecutor& executor,
               std::shared_ptr<OperatorCall> call, aclrtStream streamHandle) {
  if (std::strcmp(call->OperatorName(), function) != 0) {
    return {code::kParamInvalid,
            std::string("executor: expected one of ") + function + ", got one of " + call->OperatorName()};
  }
  trace::Annotate([&](trace::Details& details) { DescribeCall(*call, executor.plan, "launch", details); });
  UsedMemories memory;
  Status status = CheckWorkspace(executor.plan, workspace, workspaceSize, memory);
  for (size_t slot = 0; status.IsOk() && slot < executor.slots.size(); ++slot) {
    status = FindTensorMemory(executor.slots[slot], call->View(slot), memory);
  }
  if (!status.IsOk()) {
    return status;
  }
  std::byte* aligned = executor.plan.workspaceBytes == 0 ? nullptr : AlignUp(workspace);
  status = CheckApart(executor.slots, *call, aligned, executor.plan.workspaceBytes);
  if (!status.IsOk()) {
    return status;
  }
  std::vector<StagedOutput> staged;
  status = ApplyStaging(executor, *call, aligned, staged);
  if (!status.IsOk()) {
    return status;
  }
  std::shared_ptr<backend::Stream> stream;
  status = runtime::FindStream(streamHandle, &stream);
  if (status.IsOk()) {
    status = stream->Launch(std::make_unique<Launch>(std::move(call), aligned, std::move(memory),
                                                     std::move(staged), executor.plan));
  }
  if (!status.IsOk()) {
    return {code::kRuntimeError, "stream: " + status.Message() + " (" + std::to_string(status.Code()) + ")"};
  }
  return status;
}

}  // namespace

void PhaseOneCall::AddSlot(const char* name, Role role, bool inPlace, const TensorOfCall& argument) {
  const int64_t offset = argument.used ? OffsetBytes(*argument.tensor) : 0;
  slots_.push_back({name, role, argument.tensor, offset, inPlace});
}

bool PhaseOneCall::Runnable() const {
  constexpr int64_t kMostElements = int64_t{1} << 48;
  for (size_t slot = 0; slot < slots_.size(); ++slot) {
    const TensorView& view = call_->View(slot);
    if (view.Defined() && view.NumElements() > kMostElements) {
      return false;
    }
  }
  return true;
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
  auto made = std::make_shared<aclOpExecutor>();
  made->slots = call.slots_;
  made->call = std::move(call.call_);
  made->plan = call.plan_;
  PlanStaging(*made);
  const uint64_t workspaceBytes = ReportedWorkspace(made->plan);
  trace::Annotate([&](trace::Details& details) { DescribeCall(*made->call, made->plan, "plan", details); });
  *executor = static_cast<aclOpExecutor*>(Executors().Insert(std::move(made)));
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
        const std::shared_ptr<aclOpExecutor> live =
            Executors().FindOrTake(executor, [](const aclOpExecutor& found) { return found.repeatable; });
        if (live == nullptr) {
          return DeadExecutor();
        }
        if (live->repeatable) {
          return Enqueue(function, workspace, workspaceSize, *live, live->call->Clone(), stream);
        }
        // The launch keeps the executor: another thread may be setting an address in it.
        return Enqueue(function, workspace, workspaceSize, *live, {live, live->call.get()}, stream);
      },
      Api::kOperator);
}

}  // namespace openaclnn
