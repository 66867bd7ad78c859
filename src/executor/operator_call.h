// SPDX-License-Identifier: Apache-2.0
//
// A call of an operator between its phases, whatever the operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/small_vector.h"
#include "base/status.h"
#include "base/tensor_name.h"
#include "base/tensor_view.h"
#include "executor/call_allocator.h"
#include "executor/kernel.h"
#include "trace/details.h"

namespace openaclnn {

enum class Role { kInput, kOutput };

// The tensors of a list argument; those that were not given are not defined.
using TensorViews = std::vector<TensorView>;

// One tensor of a call, an argument or an element of a list: what the address-setting functions and the
// launch need to know of it.
struct TensorSlot {
  TensorName name;
  size_t argument = 0;  // its number in the operator's list
  Role role = Role::kInput;
  const aclTensor* tensor = nullptr;  // identity only, never followed after phase one; null: not given
  int64_t offset = 0;                 // of the view from the tensor's base, in bytes
  size_t bytes = 0;                   // that the view spans, gaps included
  bool inPlace = false;               // as TensorArgument::inPlace
  bool apart = false;                 // as TensorArgument::apart
  // Where in the workspace the output is made before it is copied to its place; negative: it is made in
  // place.
  int64_t stagedAt = -1;
};

// As many as most operators without lists have; calls with more ask for memory.
inline constexpr size_t kUsualTensors = 8;
using TensorSlots = SmallVector<TensorSlot, kUsualTensors>;

// An operator with its arguments bound to a prepared kernel.
class OperatorCall {
 public:
  OperatorCall() = default;
  OperatorCall& operator=(const OperatorCall&) = delete;
  virtual ~OperatorCall() = default;

  static void* operator new(size_t bytes) { return TakeCallMemory(bytes); }
  static void operator delete(void* call, size_t bytes) noexcept { GiveBackCallMemory(call, bytes); }

  [[nodiscard]] virtual const char* OperatorName() const = 0;
  // Workspace and cost as the kernel prepared them.
  [[nodiscard]] virtual const Prepared& Needs() const = 0;
  [[nodiscard]] virtual std::unique_ptr<OperatorCall> Clone() const = 0;
  [[nodiscard]] virtual TensorView& View(const TensorSlot& slot) = 0;
  [[nodiscard]] virtual Status Run(std::byte* workspace, backend::ExecutionContext& context) const = 0;
  // The operator, its kernel and its tensors, for the timeline.
  virtual void Describe(trace::Details& details) const = 0;

 protected:
  OperatorCall(const OperatorCall&) = default;
};

}  // namespace openaclnn
