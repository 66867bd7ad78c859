// SPDX-License-Identifier: Apache-2.0
#include "executor/checked_memory.h"

#include <string>

#include "checker/device_memory.h"

namespace openaclnn {
namespace {

// Calls visit(view, bytes) for each tensor of a role that has memory.
template <typename Visit>
void ForEachWithMemory(const TensorSlots& slots, OperatorCall& call, Role role, const Visit& visit) {
  for (const TensorSlot& slot : slots) {
    const TensorView& view = call.View(slot);
    if (slot.role == role && view.Defined() && !view.Empty()) {
      visit(slot, view, static_cast<size_t>(view.Extent()) * SizeOf(view.dtype));
    }
  }
}

}  // namespace

void NoteMemoryOfCall(const TensorSlots& slots, OperatorCall& call, const std::byte* workspace,
                      size_t workspaceBytes) {
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
