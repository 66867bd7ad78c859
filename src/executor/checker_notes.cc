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
void ForEachWithMemory(OperatorCall& call, Role role, const Visit& visit) {
  for (const TensorSlot& slot : call.slots) {
    const TensorView& view = call.View(slot);
    if (slot.argument->role == role && !view.Empty()) {
      visit(slot, view, static_cast<size_t>(view.Extent()) * SizeOf(view.dtype));
    }
  }
}

void NoteForRaces(OperatorCall& call, const std::byte* workspace, const backend::Stream* stream) {
  std::vector<checker::Access> accesses;
  for (const TensorSlot& slot : call.slots) {
    accesses.push_back(
        {slot.argument->name == nullptr ? "" : slot.Name().Text(), call.View(slot), slot.IsOutput()});
  }
  if (const size_t workspaceBytes = call.needs.workspaceBytes; workspaceBytes > 0) {
    accesses.push_back(checker::Writes("workspace", workspace, workspaceBytes));
  }
  checker::NoteWork(stream, std::move(accesses), call.OperatorName());
}

}  // namespace

void NoteMemoryOfCall(OperatorCall& call, const std::byte* workspace, aclrtStream streamHandle) {
  std::shared_ptr<backend::Stream> stream;
  const bool isFound = runtime::FindStream(streamHandle, &stream).IsOk();
  if (isFound) {  // one that is none is refused later
    NoteForRaces(call, workspace, stream.get());
  }
  if (!checker::IsOn(checker::kMemory) || (isFound && checker::IsRecorder(stream.get()))) {
    return;
  }
  checker::NoteWrite(workspace, call.needs.workspaceBytes);
  ForEachWithMemory(call, Role::kInput, [&](const TensorSlot& slot, const TensorView& view, size_t bytes) {
    checker::NoteRead(std::string(call.OperatorName()) + ": " + slot.Name().Text(), view.data, bytes);
  });
  ForEachWithMemory(call, Role::kOutput,
                    [](const TensorSlot& /*slot*/, const TensorView& view, size_t bytes) {
                      checker::NoteWrite(view.data, bytes);
                    });
}

void MoveIntoDevice(OperatorCall& call) {
  for (const TensorSlot& slot : call.slots) {
    TensorView& view = call.View(slot);
    view.data = checker::InDevice(view.data);
  }
}

}  // namespace openaclnn
