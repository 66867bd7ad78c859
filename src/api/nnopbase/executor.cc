// SPDX-License-Identifier: Apache-2.0
//
// The entry points of aclnn/acl_meta.h and aclnn/aclnn_base.h that handle executors.
#include <optional>
#include <string>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "base/errors.h"
#include "executor/executor.h"
#include "tensor/objects.h"

namespace openaclnn {
namespace {

// Which arguments an index counts: inputs, outputs, or (empty) the inputs and then the outputs.
using Counted = std::optional<Role>;

Status NullArgument(const char* name) {
  return {code::kInnerNullptr, std::string(name) + ": expected a pointer, got null"};
}

TensorSlot* FindSlot(aclOpExecutor& executor, size_t index, Counted counted, size_t* position) {
  // Prototypes list inputs before outputs, so prototype order serves all three countings.
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (counted && executor.slots[slot].role != *counted) {
      continue;
    }
    if (index == 0) {
      *position = slot;
      return &executor.slots[slot];
    }
    --index;
  }
  return nullptr;
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
  size_t position = 0;
  const TensorSlot* slot = FindSlot(*live, index, counted, &position);
  if (slot == nullptr) {
    return {code::kParamInvalid, "index: expected the number of a tensor argument of " +
                                     std::string(live->call->OperatorName()) + ", got " +
                                     std::to_string(index)};
  }
  if (slot->tensor == nullptr) {
    return {code::kParamInvalid,
            std::string(slot->name) +
                ": expected an argument that was given in phase one, got one that was null"};
  }
  if (slot->tensor != tensor) {
    return {code::kParamInvalid,
            std::string(slot->name) + ": expected the tensor that was given in phase one, got another one"};
  }
  tensor->data = addr;
  TensorView& view = live->call->View(position);
  if (view.Defined()) {  // else the call leaves it out
    view.data = addr == nullptr ? nullptr : static_cast<std::byte*>(addr) + slot->offset;
  }
  return Status::Ok();
}

// None of the operators has a list argument: once the arguments themselves are fine, no irIndex names a list.
Status SetDynamicAddress(const aclOpExecutor* executor, size_t irIndex, size_t relativeIndex,
                         const aclTensorList* tensors) {
  if (tensors == nullptr) {
    return NullArgument("tensors");
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
  return {code::kParamInvalid, "irIndex: expected the number of a tensor list argument (" +
                                   std::string(live->call->OperatorName()) + " has none), got " +
                                   std::to_string(irIndex)};
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
                                         aclTensorList* tensors, void* /*addr*/) {
  return Boundary("aclSetDynamicInputTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors); });
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                          aclTensorList* tensors, void* /*addr*/) {
  return Boundary("aclSetDynamicOutputTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors); });
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                    aclTensorList* tensors, void* /*addr*/) {
  return Boundary("aclSetDynamicTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, irIndex, relativeIndex, tensors); });
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
