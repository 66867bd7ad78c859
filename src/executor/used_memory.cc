// SPDX-License-Identifier: Apache-2.0
#include "executor/used_memory.h"

#include <mutex>
#include <string>
#include <utility>

#include "backend/known_ranges.h"
#include "base/no_destructor.h"
#include "base/overlap.h"
#include "executor/memory_ranges.h"
#include "runtime/core/check.h"
#include "runtime/device/peers.h"

namespace openaclnn {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;
using runtime::AddressText;

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

// The usual case, in one look at the registry: every tensor lies in live device memory. False, and the caller
// looks at each by itself, if anything is otherwise.
bool FindInDevice(const TensorSlots& slots, UsedMemories& memory) {
  const AllocationRegistry::Reader blocks(AllocationRegistry::Instance());
  for (const TensorSlot& slot : slots) {
    if (slot.bytes == 0) {
      continue;
    }
    if (slot.range.Empty() || !slot.IsAligned()) {
      return false;
    }
    const std::byte* const data = slot.range.Data();
    // Pools of clients put many tensors into one block.
    if (!memory.empty() && memory.end()[-1].allocation->Contains(data, slot.bytes)) {
      continue;
    }
    const std::shared_ptr<Allocation>* const block = blocks.At(data, slot.bytes);
    if (block == nullptr || (*block)->Kind() != MemoryKind::kDevice) {
      return false;
    }
    memory.emplace_back(slot, *block);
  }
  return true;
}

Status FindOneTensorMemory(const TensorSlot& slot, UsedMemories& memory) {
  if (slot.bytes == 0) {
    return Status::Ok();
  }
  if (slot.range.Empty()) {
    return {code::kParamNullptr, slot.Name().Text() + ": expected a device address, got null"};
  }
  if (!slot.IsAligned()) {
    return {code::kParamInvalid, slot.Name().Text() + ": expected an address that is a multiple of " +
                                     std::to_string(slot.elementBytes) + ", got " +
                                     AddressText(slot.range.Data())};
  }
  return FindMemory(slot.Name(), slot.range.Data(), slot.bytes, memory);
}

// The workspaces that launches work in, as a list through the launches: as many as the devices work on at
// once.
struct BusyList {
  std::mutex mutex;
  BusyWorkspace* first = nullptr;
};

BusyList& Busy() {
  static NoDestructor<BusyList> list;
  return *list;
}

}  // namespace

Status FindMemory(const TensorName& name, const void* address, size_t bytes, UsedMemories& memory) {
  std::shared_ptr<Allocation> allocation = FindKernelMemory(address, bytes);
  if (allocation == nullptr) {
    const bool isPinned = AllocationRegistry::Instance().Find(address) != nullptr;
    const bool wasDevice = !isPinned && backend::KnownRanges::Instance().TouchesHeap(address, 1);
    return {code::kParamInvalid,
            name.Text() + ": expected device memory (aclrtMalloc), got " +
                (isPinned    ? "pinned host memory at "
                 : wasDevice ? ""
                             : "the unknown address ") +
                AddressText(address) +
                (wasDevice ? ", which lies in memory that was freed or never allocated" : "")};
  }
  if (!allocation->Contains(address, bytes)) {
    const auto* end = allocation->Base() + allocation->Bytes();
    return {code::kParamInvalid, name.Text() + ": expected " + std::to_string(bytes) +
                                     " bytes inside one allocation, got " + AddressText(address) + ", with " +
                                     std::to_string(end - static_cast<const std::byte*>(address)) +
                                     " bytes to the end of its allocation of " +
                                     std::to_string(allocation->Bytes())};
  }
  memory.push_back({name, std::move(allocation)});
  return Status::Ok();
}

Status FindTensorMemory(const TensorSlots& slots, UsedMemories& memory) {
  if (FindInDevice(slots, memory)) {
    return Status::Ok();
  }
  Status status;  // memory that was found already may be there twice
  for (auto slot = slots.begin(); status.IsOk() && slot != slots.end(); ++slot) {
    status = FindOneTensorMemory(*slot, memory);
  }
  return status;
}

Status CheckReachable(const UsedMemories& memory, int deviceId) {
  for (const UsedMemory& used : memory) {
    const Allocation& block = *used.allocation;
    if (block.DeviceId() != deviceId && block.Kind() == MemoryKind::kDevice) {
      const Status status = runtime::ExpectReachable(used.name.Text().c_str(), block.DeviceId(), deviceId);
      if (!status.IsOk()) {
        return {code::kParamInvalid, status.Message()};
      }
    }
  }
  return Status::Ok();
}

Status CheckWorkspaceApart(const TensorSlots& slots, const std::byte* workspace, size_t workspaceBytes) {
  const ByteRange scratch(workspace, workspaceBytes);
  if (scratch.Empty()) {
    return Status::Ok();
  }
  for (const TensorSlot& slot : slots) {
    if (scratch.Meets(slot.range)) {
      return {code::kParamInvalid, "workspace: expected memory apart from every tensor, got " +
                                       AddressText(workspace) + ", which shares bytes with " +
                                       slot.Name().Text()};
    }
  }
  return Status::Ok();
}

std::vector<SharedOutput> FindSharedOutputs(OperatorCall& call) {
  const TensorSlots& slots = call.slots;
  std::vector<SharedOutput> shared;
  MemoryRanges outputs;
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot].IsOutput()) {
      outputs.Add(slot, call.View(slots[slot]));
    }
  }
  outputs.Sort();
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    if (!slots[slot].IsOutput()) {
      continue;
    }
    const TensorView& view = call.View(slots[slot]);
    bool meets = false;
    outputs.ForEachMeeting(view, [&](size_t before) {
      if (!meets && before < slot && ViewsMeet(call.View(slots[before]), view).value_or(false)) {
        meets = true;
        shared.push_back({slot, before});
      }
    });
  }
  return shared;
}

bool BusyWorkspace::Take(const std::byte* workspace, size_t bytes) {
  if (bytes == 0) {
    return true;
  }
  const std::byte* const end = workspace + bytes;
  const std::lock_guard lock(Busy().mutex);
  for (const BusyWorkspace* other = Busy().first; other != nullptr; other = other->next_) {
    if (workspace < other->end_ && other->begin_ < end) {
      return false;
    }
  }
  begin_ = workspace;
  end_ = end;
  next_ = std::exchange(Busy().first, this);
  return true;
}

void BusyWorkspace::Release() noexcept {
  if (begin_ == nullptr) {
    return;
  }
  const std::lock_guard lock(Busy().mutex);
  BusyWorkspace** link = &Busy().first;
  while (*link != this) {
    link = &(*link)->next_;
  }
  *link = next_;
  begin_ = nullptr;
}

}  // namespace openaclnn
