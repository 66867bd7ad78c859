// SPDX-License-Identifier: Apache-2.0
//
// The memory of a launch: found among what is live, apart where it has to be, and used by one launch at a
// time where it is workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "backend/allocation_registry.h"
#include "base/small_vector.h"
#include "base/status.h"
#include "base/tensor_name.h"
#include "executor/operator_call.h"

namespace openaclnn {

// Memory that a launch uses, under the name of the argument that it belongs to.
struct UsedMemory {
  UsedMemory(const TensorName& argument, std::shared_ptr<backend::Allocation> found)
      : name(argument), allocation(std::move(found)) {}
  UsedMemory(const TensorSlot& slot, std::shared_ptr<backend::Allocation> found)
      : name(slot.Name()), allocation(std::move(found)) {}

  TensorName name;
  std::shared_ptr<backend::Allocation> allocation;
};
using UsedMemories = SmallVector<UsedMemory, kUsualTensors + 1>;  // and the workspace

// Finds the one block that holds [address, address + bytes).
[[nodiscard]] Status FindMemory(const TensorName& name, const void* address, size_t bytes,
                                UsedMemories& memory);
// The same for all tensors of a call; one without elements needs none.
[[nodiscard]] Status FindTensorMemory(const TensorSlots& slots, UsedMemories& memory);

// All of it lies on the device of the stream, or on one that grants it access.
[[nodiscard]] Status CheckReachable(const UsedMemories& memory, int deviceId);

// Whether the workspace lies apart from every tensor.
[[nodiscard]] Status CheckWorkspaceApart(const TensorSlots& slots, const std::byte* workspace,
                                         size_t workspaceBytes);
// An output that shares bytes with an output before it.
struct SharedOutput {
  size_t slot;
  size_t before;
};
// All of them; but those that interleave in a way that would take too long to look through. To be asked where
// OperatorCall::outputsMeet.
[[nodiscard]] std::vector<SharedOutput> FindSharedOutputs(OperatorCall& call);

// A workspace while a launch works in it. Kernels trust what they have put there, so two launches that are
// not ordered by streams or events must not have it in common: the later one is refused. Asks for no memory;
// thread safe.
class BusyWorkspace {
 public:
  BusyWorkspace() = default;
  BusyWorkspace(const BusyWorkspace&) = delete;
  BusyWorkspace& operator=(const BusyWorkspace&) = delete;
  ~BusyWorkspace() { Release(); }

  // False, and nothing is taken, if another launch works in a part of it. To be released before the next.
  [[nodiscard]] bool Take(const std::byte* workspace, size_t bytes);
  void Release() noexcept;

 private:
  // Both null while it has none.
  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;
  BusyWorkspace* next_ = nullptr;
};

}  // namespace openaclnn
