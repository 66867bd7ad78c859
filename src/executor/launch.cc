// SPDX-License-Identifier: Apache-2.0
#include "executor/launch.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "backend/repeatable_work.h"
#include "base/address_text.h"
#include "base/errors.h"
#include "checker/device_memory.h"
#include "checker/settings.h"
#include "executor/call_allocator.h"
#include "executor/checker_notes.h"
#include "executor/operator_call.h"
#include "executor/staging.h"
#include "executor/used_memory.h"
#include "runtime/core/check.h"
#include "runtime/core/objects.h"
#include "runtime/graph/recordings.h"

namespace openaclnn {
namespace {

// Workspace comes from the client's own pools too; kernels get it aligned to a cache line.
constexpr size_t kWorkspaceAlignment = 64;

std::byte* AlignUp(void* address) {
  const auto value = reinterpret_cast<uintptr_t>(address);
  const uintptr_t padding = (kWorkspaceAlignment - value % kWorkspaceAlignment) % kWorkspaceAlignment;
  return static_cast<std::byte*>(address) + padding;
}

// A call on its way through a stream. Holds its memory until the device is done: a block that is freed too
// early is reported, not touched.
class Launch final : public backend::RepeatableWork {
 public:
  explicit Launch(std::shared_ptr<OperatorCall>&& call) : call_(std::move(call)) {}

  static void* operator new(size_t bytes) { return TakeCallMemory(bytes); }
  static void operator delete(void* launch, size_t bytes) noexcept { GiveBackCallMemory(launch, bytes); }

  // Finds the memory, and points the call to it. To be called once, before anything else.
  [[nodiscard]] Status Prepare(void* workspace, uint64_t workspaceSize, aclrtStream stream);
  [[nodiscard]] const UsedMemories& Memory() const { return memory_; }

  [[nodiscard]] const char* Name() const override { return call_->OperatorName(); }
  [[nodiscard]] size_t Bytes() const override { return call_->needs.cost; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    for (const UsedMemory& used : memory_) {
      if (used.allocation->Freed()) {
        return {code::kRtVectorCoreException,
                std::string(Name()) + ": " + used.name.Text() +
                    ": expected memory that lives until the work is done, got memory that "
                    "was freed before the work started, at " +
                    AddressText(used.allocation->Base())};
      }
    }
    if (!busy_.Take(workspace_, call_->needs.workspaceBytes)) {
      return {code::kRtVectorCoreException, std::string(Name()) +
                                                ": workspace: expected memory that no other work is using, "
                                                "got memory that work of another stream "
                                                "is running in"};
    }
    // Of some outputs it is the data that decide how much of them is written: the rest stays as it is.
    for (const StagedOutput& output : staged_) {
      context.CopyView(output.scratch, output.destination);
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
  [[nodiscard]] Status Complete(Status outcome) noexcept override {
    busy_.Release();
    return outcome;
  }
  void Describe(trace::Details& details) const override {
    DescribeCall(*call_, "run", details);
    details.category = "operator";
  }
  [[nodiscard]] backend::TaskMemories GiveUpMemory() override {
    memory_ = {};
    return std::move(recorded_);
  }
  [[nodiscard]] bool IsOperator() const override { return true; }

 private:
  // Where the given workspace lies in a tensor: memory of its own. Pools of clients (ggml's) hand out memory that a
  // tensor of the same call still needs, which a device with another need of workspace never shows. The memory checker
  // tells of it.
  [[nodiscard]] Status TakeWorkspaceApart();
  // The same of outputs that lie in each other, which clients do with those that they never read: each but the first is
  // made elsewhere, in the layout that the kernel has prepared for.
  [[nodiscard]] Status MakeOutputsApart();
  // Each tensor's part of it, and the workspace: for a graph, which finds it again.
  [[gnu::cold, gnu::noinline]] void RecordMemory();

  std::shared_ptr<OperatorCall> call_;
  std::byte* workspace_ = nullptr;
  std::unique_ptr<std::byte[]> ownWorkspace_;  // if the given one is of no use
  std::vector<std::unique_ptr<std::byte[]>> ownOutputs_;
  UsedMemories memory_;
  backend::TaskMemories recorded_;
  std::vector<StagedOutput> staged_;
  BusyWorkspace busy_;  // from Run until the device is done
};

Status CheckWorkspace(const Prepared& needs, void* workspace, uint64_t workspaceSize, UsedMemories& memory) {
  if (workspace == nullptr && workspaceSize > 0) {
    return {code::kParamNullptr,
            "workspace: expected the address of " + std::to_string(workspaceSize) + " bytes, got null"};
  }
  const uint64_t needed = ReportedWorkspace(needs);
  if (workspaceSize < needed) {
    return {code::kParamInvalid, "workspaceSize: expected at least " + std::to_string(needed) +
                                     " bytes as phase one said, got " + std::to_string(workspaceSize)};
  }
  return needed == 0 ? Status::Ok() : FindMemory("workspace", workspace, needed, memory);
}

void Launch::RecordMemory() {
  const auto add = [this](const TensorName& name, const std::byte* address, size_t bytes) {
    for (const UsedMemory& used : memory_) {
      if (used.allocation->Contains(address, bytes)) {
        recorded_.push_back({name, address, bytes, used.allocation});
        return;
      }
    }
  };
  for (const TensorSlot& slot : call_->slots) {
    if (!slot.range.Empty()) {
      add(slot.Name(), slot.range.Data(), slot.bytes);
    }
  }
  if (workspace_ != nullptr) {
    add("workspace", workspace_, call_->needs.workspaceBytes);
  }
}

Status Launch::TakeWorkspaceApart() {
  Status apart = CheckWorkspaceApart(call_->slots, workspace_, call_->needs.workspaceBytes);
  if (apart.IsOk() || checker::IsOn(checker::kAny)) [[likely]] {
    return apart;
  }
  ownWorkspace_ = std::make_unique_for_overwrite<std::byte[]>(ReportedWorkspace(call_->needs));
  workspace_ = AlignUp(ownWorkspace_.get());
  return Status::Ok();
}

Status Launch::MakeOutputsApart() {
  const TensorSlots& slots = call_->slots;
  for (const auto& [slot, before] : FindSharedOutputs(*call_)) {
    TensorView& view = call_->View(slots[slot]);
    if (checker::IsOn(checker::kAny)) {
      return {code::kParamInvalid,
              slots[slot].Name().Text() + ": expected memory apart from the other outputs, got " +
                  AddressText(view.data) + ", which shares bytes with " + slots[before].Name().Text()};
    }
    if (slots[slot].stagedAt >= 0) {
      continue;
    }
    TensorView scratch = view;
    scratch.data = AlignUp(
        ownOutputs_.emplace_back(std::make_unique<std::byte[]>(slots[slot].bytes + kWorkspaceAlignment))
            .get());
    staged_.push_back({view, scratch});
    view = scratch;
  }
  return Status::Ok();
}

Status Launch::Prepare(void* workspace, uint64_t workspaceSize, aclrtStream stream) {
  const Prepared& needs = call_->needs;
  OPENACLNN_RETURN_IF_ERROR(CheckWorkspace(needs, workspace, workspaceSize, memory_));
  OPENACLNN_RETURN_IF_ERROR(FindTensorMemory(call_->slots, memory_));
  if (needs.workspaceBytes > 0) {
    workspace_ = AlignUp(workspace);
    OPENACLNN_RETURN_IF_ERROR(TakeWorkspaceApart());
  }
  if (call_->outputsMeet) {
    OPENACLNN_RETURN_IF_ERROR(MakeOutputsApart());
  }
  if (runtime::AnyRecording()) [[unlikely]] {
    RecordMemory();
  }
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    NoteMemoryOfCall(*call_, workspace_, stream);
    MoveIntoDevice(*call_);
    workspace_ = checker::InDevice(workspace_);
  }
  return call_->outputsMeet || call_->staged ? ApplyStaging(*call_, workspace_, staged_) : Status::Ok();
}

}  // namespace

uint64_t ReportedWorkspace(const Prepared& needs) {
  return needs.workspaceBytes == 0 ? 0 : needs.workspaceBytes + kWorkspaceAlignment;
}

void DescribeCall(const OperatorCall& call, const char* phase, trace::Details& details) {
  call.Describe(details);
  details.phase = phase;
  details.workspace = ReportedWorkspace(call.needs);
}

Status Enqueue(const char* function, std::shared_ptr<OperatorCall> call, void* workspace,
               uint64_t workspaceSize, aclrtStream streamHandle) {
  // The same literal mostly.
  if (call->OperatorName() != function && std::strcmp(call->OperatorName(), function) != 0) {
    return {code::kParamInvalid,
            std::string("executor: expected one of ") + function + ", got one of " + call->OperatorName()};
  }
  trace::Annotate([&](trace::Details& details) { DescribeCall(*call, "launch", details); });
  auto launch = std::make_unique<Launch>(std::move(call));
  OPENACLNN_RETURN_IF_ERROR(launch->Prepare(workspace, workspaceSize, streamHandle));
  std::shared_ptr<backend::Stream> stream;
  int deviceId = 0;
  Status status = runtime::FindStream(streamHandle, &stream, &deviceId);
  if (status.IsOk()) {
    OPENACLNN_RETURN_IF_ERROR(CheckReachable(launch->Memory(), deviceId));
    status = stream->Launch(std::move(launch));
  }
  if (!status.IsOk()) {
    const std::string& message = status.Message();
    const char* const argument = message.starts_with("stream:") ? "" : "stream: ";
    return {code::kRuntimeError, argument + message + " (" + std::to_string(status.Code()) + ")"};
  }
  return status;
}

}  // namespace openaclnn
