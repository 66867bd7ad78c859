// SPDX-License-Identifier: Apache-2.0
//
// A call of an operator between its phases, whatever the operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "aclnn/acl_meta.h"
#include "base/inplace_vector.h"
#include "base/status.h"
#include "base/tensor_view.h"
#include "executor/kernel.h"
#include "trace/details.h"

namespace openaclnn {

enum class Role { kInput, kOutput };

// One tensor argument of a call: what the address-setting functions and the launch need to know of it.
struct TensorSlot {
  const char* name = nullptr;
  Role role = Role::kInput;
  const aclTensor* tensor = nullptr;  // identity only, never followed after phase one; null: not given
  int64_t offset = 0;                 // of the view from the tensor's base, in bytes
  bool inPlace = false;               // as TensorArgument::inPlace
  // Where in the workspace the output is made before it is copied to its place; negative: it is made in
  // place.
  int64_t stagedAt = -1;
};

inline constexpr size_t kMostTensors = 8;  // that an operator has
using TensorSlots = InplaceVector<TensorSlot, kMostTensors>;

// An operator with its arguments bound to a prepared kernel.
class OperatorCall {
 public:
  OperatorCall() = default;
  OperatorCall& operator=(const OperatorCall&) = delete;
  virtual ~OperatorCall() = default;

  [[nodiscard]] virtual const char* OperatorName() const = 0;
  // Workspace and cost as the kernel prepared them.
  [[nodiscard]] virtual const Prepared& Needs() const = 0;
  [[nodiscard]] virtual std::unique_ptr<OperatorCall> Clone() const = 0;
  [[nodiscard]] virtual TensorView& View(size_t slot) = 0;
  [[nodiscard]] virtual Status Run(std::byte* workspace, backend::ExecutionContext& context) const = 0;
  // The operator, its kernel and its tensors, for the timeline.
  virtual void Describe(trace::Details& details) const = 0;

 protected:
  OperatorCall(const OperatorCall&) = default;
};

}  // namespace openaclnn
