// SPDX-License-Identifier: Apache-2.0
#include "executor/checker_notes.h"

#include <memory>
#include <string>
#include <vector>

#include "checker/device_memory.h"
#include "checker/kept_work.h"
#include "checker/races.h"
#include "runtime/core/objects.h"

namespace openaclnn {
namespace {

// Calls visit(view, bytes) for each tensor of a role that has memory.
template <typename Visit>
void ForEachWithMemory(const TensorSlots& slots, OperatorCall& call, Role role, const Visit& visit) {
  for (const TensorSlot& slot : slots) {
    const TensorView& view = call.View(slot);
    if (slot.role == role && !view.Empty()) {
      visit(slot, view, static_cast<size_t>(view.Extent()) * SizeOf(view.dtype));
    }
  }
}

void NoteForRaces(const TensorSlots& slots, OperatorCall& call, const std::byte* workspace,
                  size_t workspaceBytes, const backend::Stream* stream) {
  std::vector<checker::Access> accesses;
  for (const TensorSlot& slot : slots) {
    accesses.push_back(
        {slot.name.argument == nullptr ? "" : slot.name.Text(), call.View(slot), slot.role == Role::kOutput});
  }
  if (workspaceBytes > 0) {
    accesses.push_back(checker::Writes("workspace", workspace, workspaceBytes));
  }
  checker::NoteWork(stream, std::move(accesses), call.OperatorName());
}

}  // namespace

void NoteMemoryOfCall(const TensorSlots& slots, OperatorCall& call, const std::byte* workspace,
                      size_t workspaceBytes, aclrtStream streamHandle) {
  std::shared_ptr<backend::Stream> stream;
  const bool isFound = runtime::FindStream(streamHandle, &stream).IsOk();
  if (isFound) {  // one that is none is refused later
    NoteForRaces(slots, call, workspace, workspaceBytes, stream.get());
  }
  if (!checker::IsOn(checker::kMemory) || (isFound && checker::IsRecorder(stream.get()))) {
    return;
  }
  checker::NoteWrite(workspace, workspaceBytes);
  ForEachWithMemory(
      slots, call, Role::kInput, [&](const TensorSlot& slot, const TensorView& view, size_t bytes) {
        checker::NoteRead(std::string(call.OperatorName()) + ": " + slot.name.Text(), view.data, bytes);
      });
  ForEachWithMemory(slots, call, Role::kOutput,
                    [](const TensorSlot& /*slot*/, const TensorView& view, size_t bytes) {
                      checker::NoteWrite(view.data, bytes);
                    });
}

void MoveIntoDevice(const TensorSlots& slots, OperatorCall& call) {
  for (const TensorSlot& slot : slots) {
    TensorView& view = call.View(slot);
    view.data = checker::InDevice(view.data);
  }
}

}  // namespace openaclnn
