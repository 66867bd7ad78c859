// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "backend/allocation_registry.h"
#include "backend/known_ranges.h"
#include "executor/executor.h"
#include "executor/staging.h"
#include "runtime/objects.h"

namespace openaclnn {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;

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

std::string AddressText(const void* address) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%p", address);
  return text.data();
}

void DescribeCall(const OperatorCall& call, const Plan& plan, const char* phase, trace::Details& details) {
  call.Describe(details);
  details.phase = phase;
  details.workspace = ReportedWorkspace(plan);
  details.bytes = plan.bytes;
}

// Memory that a launch uses, under the name of the argument that it belongs to.
struct UsedMemory {
  const char* name = nullptr;
  std::shared_ptr<Allocation> allocation;
};
using UsedMemories = InplaceVector<UsedMemory, kMostTensors + 1>;  // and the workspace

// A call on its way through a stream. Holds its memory: a block that is freed too early is reported, not
// touched.
class Launch final : public backend::Work {
 public:
  Launch(std::unique_ptr<OperatorCall> call, std::byte* workspace, UsedMemories memory,
         std::vector<StagedOutput> staged, const Plan& plan)
      : call_(std::move(call)),
        workspace_(workspace),
        memory_(std::move(memory)),
        staged_(std::move(staged)),
        plan_(plan) {}

  [[nodiscard]] const char* Name() const override { return call_->OperatorName(); }
  [[nodiscard]] size_t Bytes() const override { return plan_.bytes; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    for (const UsedMemory& used : memory_) {
      if (used.allocation->Freed()) {
        return {code::kRtVectorCoreException,
                std::string(Name()) + ": " + used.name +
                    ": expected memory that lives until the work is done, got memory that "
                    "was freed before the work started"};
      }
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
  std::unique_ptr<OperatorCall> call_;
  std::byte* workspace_;
  UsedMemories memory_;
  std::vector<StagedOutput> staged_;
  const Plan plan_;
};

// What kernels may use around a range: a live block of device memory, or host memory that was registered
// as mapped. Null if there is none.
std::shared_ptr<Allocation> FindKernelMemory(const void* address, size_t bytes) {
  std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(address, bytes);
  if (block != nullptr && block->Kind() == MemoryKind::kDevice) {
    return block;
  }
  backend::Registration registration = backend::KnownRanges::Instance().FindRegistered(address, 1);
  return registration.mapped ? std::move(registration.memory) : nullptr;
}

// Finds the one block that holds [address, address + bytes).
Status FindMemory(const char* name, const void* address, size_t bytes, UsedMemories& memory) {
  std::shared_ptr<Allocation> allocation = FindKernelMemory(address, bytes);
  if (allocation == nullptr) {
    const bool isPinned = AllocationRegistry::Instance().Find(address) != nullptr;
    return {code::kParamInvalid, std::string(name) + ": expected device memory (aclrtMalloc), got " +
                                     (isPinned ? "pinned host memory at " : "the unknown address ") +
                                     AddressText(address)};
  }
  if (!allocation->Contains(address, bytes)) {
    const auto* end = allocation->Base() + allocation->Bytes();
    return {code::kParamInvalid, std::string(name) + ": expected " + std::to_string(bytes) +
                                     " bytes inside one allocation, got an address with " +
                                     std::to_string(end - static_cast<const std::byte*>(address)) +
                                     " bytes to the end of its allocation"};
  }
  memory.push_back({name, std::move(allocation)});
  return Status::Ok();
}

Status FindTensorMemory(const TensorSlot& slot, const TensorView& view, UsedMemories& memory) {
  if (!view.Defined() || view.Empty()) {
    return Status::Ok();
  }
  if (view.data == nullptr) {
    return {code::kParamNullptr, std::string(slot.name) + ": expected a device address, got null"};
  }
  const size_t size = SizeOf(view.dtype);
  if (reinterpret_cast<uintptr_t>(view.data) % size != 0) {
    return {code::kParamInvalid, std::string(slot.name) + ": expected an address that is a multiple of " +
                                     std::to_string(size) + ", got " + AddressText(view.data)};
  }
  return FindMemory(slot.name, view.data, static_cast<size_t>(view.Extent()) * size, memory);
}

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
               std::unique_ptr<OperatorCall> call, aclrtStream streamHandle) {
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

void PhaseOneCall::AddSlot(const char* name, Role role, bool inPlace, const aclTensor* tensor) {
  const int64_t offset = tensor == nullptr ? 0 : OffsetBytes(*tensor);
  slots_.push_back({name, role, tensor, offset, inPlace});
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
  made->slots = std::move(call.slots_);
  made->call = std::move(call.call_);
  made->plan = call.plan_;
  PlanStaging(*made);
  const uint64_t workspaceBytes = ReportedWorkspace(made->plan);
  trace::Annotate([&](trace::Details& details) { DescribeCall(*made->call, made->plan, "plan", details); });
  *executor = ExecutorRegistry::Instance().Insert(std::move(made));
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
        const std::shared_ptr<aclOpExecutor> live = ExecutorRegistry::Instance().Find(executor);
        if (live == nullptr) {
          return {code::kInner,
                  "executor: expected a live one from phase one, got one that was used or destroyed before"};
        }
        if (live->repeatable) {
          return Enqueue(function, workspace, workspaceSize, *live, live->call->Clone(), stream);
        }
        // Consumed whatever comes; of two threads that race for it only one may run it.
        if (!ExecutorRegistry::Instance().Remove(executor)) {
          return {code::kInner,
                  "executor: expected one that no other thread uses, got one that another thread just ran"};
        }
        return Enqueue(function, workspace, workspaceSize, *live, std::move(live->call), stream);
      },
      Api::kOperator);
}

}  // namespace openaclnn
