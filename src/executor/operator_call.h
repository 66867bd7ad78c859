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
#include "executor/byte_range.h"
#include "executor/kernel.h"
#include "trace/details.h"

namespace openaclnn {

enum class Role { kInput, kOutput };

// As many as most operators without lists have; calls with more ask for memory.
inline constexpr size_t kUsualTensors = 8;

// The tensors of a list argument; those that were not given are not defined.
using TensorViews = std::vector<TensorView>;

// A tensor or a list of tensors that a client gave, or null. One that the call leaves out keeps its place in
// the client's counting, and is not looked at. Null for a list is one without elements.
struct TensorOfCall {
  TensorOfCall() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most calls use all that they are given
  TensorOfCall(const aclTensor* given, bool isUsed = true) : tensor(given), seen(isUsed ? given : nullptr) {}
  // One of a private format, which the kernel sees as a plain tensor on the same memory. That is not kept.
  TensorOfCall(const aclTensor* given, const aclTensor& seenAs) : tensor(given), seen(&seenAs) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  TensorOfCall(const aclTensorList* given) : list(given) {}
  const aclTensor* tensor = nullptr;
  const aclTensor* seen = nullptr;  // null: left out
  const aclTensorList* list = nullptr;
};
using TensorsOfCall = SmallVector<TensorOfCall, kUsualTensors>;

// An argument of an operator that is a tensor or a list of them, whatever the type of all arguments.
struct ArgumentFacts {
  const char* name = nullptr;
  Role role = Role::kInput;
  // Of an output: the kernel has read element i of every input of this shape for the last time when it writes
  // element i, so that an input with the very same layout and address may be overwritten. Other overlaps are
  // staged. Of a list: the same for the inputs at the same place of their lists.
  bool inPlace = false;
  // Of an input: it is read after outputs have been written, so that none may lie on it, whatever the layout.
  bool apart = false;
};

// One tensor of a call, an argument or an element of a list: what the address-setting functions and the
// launch need to know of it.
struct TensorSlot {
  TensorSlot(const ArgumentFacts& of, int64_t place, const aclTensor* given)
      : argument(&of), element(place), tensor(given) {}

  const ArgumentFacts* argument;  // a constant of the operator
  int64_t element;                // of a list; negative: the argument is none
  const aclTensor* tensor;        // identity only, never followed after phase one; null: not given
  int64_t offset = 0;             // of the view from the tensor's base, in bytes
  size_t bytes = 0;               // that the view spans, gaps included; 0 without elements
  ByteRange range;                // these, where they have an address
  size_t elementBytes = 1;
  // Where in the workspace the output is made before it is copied to its place; negative: it is made in
  // place.
  int64_t stagedAt = -1;

  [[nodiscard]] TensorName Name() const { return {argument->name, element}; }
  [[nodiscard]] bool IsOutput() const { return argument->role == Role::kOutput; }
  // Whether the address is a multiple of the elements' size, which is a power of two.
  [[nodiscard]] bool IsAligned() const { return (range.begin & (elementBytes - 1)) == 0; }
};
using TensorSlots = SmallVector<TensorSlot, kUsualTensors>;

// An operator with its arguments bound to a prepared kernel: what an aclOpExecutor is the handle of, between
// the two phases.
class OperatorCall {
 public:
  OperatorCall& operator=(const OperatorCall&) = delete;
  virtual ~OperatorCall() = default;

  [[nodiscard]] virtual const char* OperatorName() const = 0;
  [[nodiscard]] virtual std::shared_ptr<OperatorCall> Clone() const = 0;
  [[nodiscard]] virtual TensorView& View(const TensorSlot& slot) = 0;
  [[nodiscard]] virtual Status Run(std::byte* workspace, backend::ExecutionContext& context) const = 0;
  // The operator, its kernel and its tensors, for the timeline.
  virtual void Describe(trace::Details& details) const = 0;

  // Gives a tensor another address.
  void SetAddress(TensorSlot& slot, void* address);

  TensorSlots slots;
  Prepared needs;            // of the kernel, and of what staging adds
  bool outputsMeet = false;  // the memory of an output may meet that of another tensor
  bool staged = false;       // outputs are made in the workspace
  bool repeatable = false;

 protected:
  OperatorCall() = default;
  OperatorCall(const OperatorCall&) = default;

  // Adds a slot for what there is, and fills in the view.
  void AddSlot(const ArgumentFacts& argument, const TensorOfCall& given, TensorView& view,
               int64_t element = -1);
  void AddList(const ArgumentFacts& argument, const aclTensorList* given, TensorViews& views);
  // To be called after the last slot was added, or has another address. In most calls no output meets another tensor,
  // and nothing else has to be asked. Calls of many tensors are not looked through.
  void LookWhetherOutputsMeet();

  // False where views claim more elements than any memory or patience holds, as expanded ones can. Kernels
  // prepare nothing for them, so that they can multiply sizes without care.
  bool runnable_ = true;
};

}  // namespace openaclnn
