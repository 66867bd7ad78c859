// SPDX-License-Identifier: Apache-2.0
//
// The entry points of aclnn/acl_meta.h and aclnn/aclnn_base.h that handle executors.
#include <optional>
#include <string>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "base/errors.h"
#include "checker/objects.h"
#include "executor/executor.h"
#include "tensor/objects.h"

namespace openaclnn {
namespace {

// Which arguments an index counts: inputs, outputs, or (empty) the inputs and then the outputs.
using Counted = std::optional<Role>;

Status NullArgument(const char* name) {
  return {code::kInnerNullptr, std::string(name) + ": expected a pointer, got null"};
}

template <typename Object>
Status ExpectLive(const char* name, const Object* object) {
  return IsLive(object) ? Status::Ok() : SlabsOf<Object>().Refusal(code::kParamInvalid, name, object);
}

const TensorSlot* FindSlot(const aclOpExecutor& executor, size_t index, Counted counted) {
  // Operators list inputs before outputs, so that their order serves all three countings.
  for (const TensorSlot& slot : executor.slots) {
    if (counted && slot.role != *counted) {
      continue;
    }
    if (index == 0) {
      return &slot;
    }
    --index;
  }
  return nullptr;
}

// The element of the list that is the `irIndex`-th of the arguments counted.
const TensorSlot* FindElement(const aclOpExecutor& executor, size_t irIndex, size_t element,
                              Counted counted) {
  const std::optional<size_t> argument = executor.call->FindArgument(irIndex, counted);
  for (const TensorSlot& slot : executor.slots) {
    if (argument == slot.argument && slot.name.element == static_cast<int64_t>(element)) {
      return &slot;
    }
  }
  return nullptr;
}

Status SetAddressOf(const TensorSlot& slot, aclOpExecutor& executor, aclTensor* tensor, void* addr) {
  if (slot.tensor == nullptr) {
    return {code::kParamInvalid,
            slot.name.Text() + ": expected an argument that was given in phase one, got one that was null"};
  }
  if (slot.tensor != tensor) {
    return {code::kParamInvalid,
            slot.name.Text() + ": expected the tensor that was given in phase one, got another one"};
  }
  if (Status status = ExpectLive(slot.name.argument, tensor); !status.IsOk()) {
    return status;
  }
  tensor->data = addr;
  for (const TensorSlot& other : executor.slots) {
    // What is written in place is there twice.
    const bool isIt = other.tensor == tensor && std::string_view(other.name.argument) == slot.name.argument &&
                      other.name.element == slot.name.element;
    if (TensorView& view = executor.call->View(other);
        isIt && view.Defined()) {  // else the call leaves it out
      view.data = addr == nullptr ? nullptr : static_cast<std::byte*>(addr) + other.offset;
    }
  }
  return Status::Ok();
}

Status SetAddress(aclOpExecutor* executor, size_t index, aclTensor* tensor, void* addr, Counted counted) {
  if (tensor == nullptr) {
    return NullArgument("tensor");
  }
  if (executor == nullptr) {
    return NullArgument("executor");
  }
  const std::shared_ptr<aclOpExecutor> live = Executors().Find(executor);
  if (live == nullptr) {
    return DeadExecutor();
  }
  const TensorSlot* slot = FindSlot(*live, index, counted);
  if (slot == nullptr) {
    return {code::kParamInvalid, "index: expected the number of a tensor argument of " +
                                     std::string(live->call->OperatorName()) + ", got " +
                                     std::to_string(index)};
  }
  return SetAddressOf(*slot, *live, tensor, addr);
}

Status SetDynamicAddress(const aclOpExecutor* executor, size_t irIndex, size_t relativeIndex,
                         const aclTensorList* tensors, void* addr, Counted counted) {
  if (tensors == nullptr) {
    return NullArgument("tensors");
  }
  if (Status status = ExpectLive("tensors", tensors); !status.IsOk()) {
    return status;
  }
  if (relativeIndex >= tensors->values.size()) {
    return {code::kParamInvalid, "relativeIndex: expected less than " +
                                     std::to_string(tensors->values.size()) + ", got " +
                                     std::to_string(relativeIndex)};
  }
  if (tensors->values[relativeIndex] == nullptr) {
    return NullArgument("the list's tensor");
  }
  if (executor == nullptr) {
    return NullArgument("executor");
  }
  const std::shared_ptr<aclOpExecutor> live = Executors().Find(executor);
  if (live == nullptr) {
    return DeadExecutor();
  }
  const TensorSlot* slot = FindElement(*live, irIndex, relativeIndex, counted);
  if (slot == nullptr) {
    return {code::kParamInvalid, "irIndex: expected the number of a tensor list argument of " +
                                     std::string(live->call->OperatorName()) + " with more than " +
                                     std::to_string(relativeIndex) + " tensors, got " +
                                     std::to_string(irIndex)};
  }
  // The list owns its tensors, which clients made without const.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  return SetAddressOf(*slot, *live, const_cast<aclTensor*>(tensors->values[relativeIndex]), addr);
}

}  // namespace
}  // namespace openaclnn

using openaclnn::Boundary;
using openaclnn::Role;
using openaclnn::Status;
namespace code = openaclnn::code;

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return Boundary("aclSetAclOpExecutorRepeatable", [&]() -> Status {
    if (executor == nullptr) {
      return openaclnn::NullArgument("executor");
    }
    const std::shared_ptr<aclOpExecutor> live = openaclnn::Executors().Find(executor);
    if (live == nullptr) {
      return openaclnn::DeadExecutor();
    }
    live->repeatable = true;
    return Status::Ok();
  });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return Boundary("aclDestroyAclOpExecutor", [&]() -> Status {
    if (executor == nullptr) {
      return openaclnn::NullArgument("executor");
    }
    openaclnn::checker::NoteEnded(executor);
    return openaclnn::Executors().Remove(executor) != nullptr ? Status::Ok() : openaclnn::DeadExecutor();
  });
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return Boundary("aclSetInputTensorAddr",
                  [&] { return openaclnn::SetAddress(executor, index, tensor, addr, Role::kInput); });
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return Boundary("aclSetOutputTensorAddr",
                  [&] { return openaclnn::SetAddress(executor, index, tensor, addr, Role::kOutput); });
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor, void* addr) {
  return Boundary("aclSetTensorAddr",
                  [&] { return openaclnn::SetAddress(executor, index, tensor, addr, std::nullopt); });
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                         aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicInputTensorAddr", [&] {
    return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors, addr, Role::kInput);
  });
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                          aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicOutputTensorAddr", [&] {
    return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors, addr, Role::kOutput);
  });
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicTensorAddr", [&] {
    return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors, addr, std::nullopt);
  });
}

// The reserved aliases.

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor, void* addr) {
  return aclSetTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                         aclTensorList* tensors, void* addr) {
  return aclSetDynamicInputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                          aclTensorList* tensors, void* addr) {
  return aclSetDynamicOutputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
  return aclSetDynamicTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

// Nothing is ever dumped here, so a valid request is fulfilled by doing nothing.
aclnnStatus aclDumpOpTensors(const char* opType, const char* opName, aclTensor** tensors,
                             size_t /*inputTensorNum*/, size_t /*outputTensorNum*/, aclrtStream stream) {
  return Boundary("aclDumpOpTensors", [&]() -> Status {
    if (opType == nullptr || opName == nullptr || tensors == nullptr || stream == nullptr) {
      return {code::kParamNullptr,
              "opType, opName, tensors, stream: expected pointers, got a null among them"};
    }
    return Status::Ok();
  });
}

// The configuration holds debug switches of kernels that do not exist here; as documented, a bad file is no
// error.
aclnnStatus aclnnInit(const char* /*configPath*/) {
  return code::kOk;
}

aclnnStatus aclnnFinalize() {
  return code::kOk;
}
