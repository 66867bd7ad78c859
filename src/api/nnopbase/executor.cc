// SPDX-License-Identifier: Apache-2.0
//
// The entry points of aclnn/acl_meta.h and aclnn/aclnn_base.h that handle executors.
#include <algorithm>
#include <memory>
#include <string>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "base/errors.h"
#include "executor/executor.h"
#include "tensor/objects.h"

namespace openaclnn {
namespace {

Status NullArgument(const char* name) {
  return {code::kInnerNullptr, std::string(name) + ": expected a pointer, got null"};
}

template <typename Object>
Status ExpectLive(const char* name, const Object* object) {
  return IsLive(object) ? Status::Ok() : SlabsOf<Object>().Refusal(code::kParamInvalid, name, object);
}

// Gives the tensor another address wherever the call has it: a tensor is one, however often it was given.
Status SetAddressOf(const aclOpExecutor* executor, const char* name, aclTensor* tensor, void* addr) {
  if (executor == nullptr) {
    return NullArgument("executor");
  }
  const std::shared_ptr<OperatorCall> live = Executors().Find(executor);
  if (live == nullptr) {
    return DeadExecutor();
  }
  const auto isIt = [&](const TensorSlot& slot) { return slot.tensor == tensor; };
  const TensorSlot* const first = std::ranges::find_if(live->slots, isIt);
  if (first == live->slots.end()) {
    return {code::kParamInvalid, std::string(name) + ": expected a tensor that phase one of " +
                                     live->OperatorName() + " was given, got another one"};
  }
  if (Status status = ExpectLive(first->argument->name, tensor); !status.IsOk()) {
    return status;
  }
  tensor->data = addr;
  for (TensorSlot& slot : live->slots) {
    if (isIt(slot)) {
      live->SetAddress(slot, addr);
    }
  }
  return Status::Ok();
}

Status SetAddress(const aclOpExecutor* executor, aclTensor* tensor, void* addr) {
  return tensor == nullptr ? NullArgument("tensor") : SetAddressOf(executor, "tensor", tensor, addr);
}

Status SetDynamicAddress(const aclOpExecutor* executor, size_t relativeIndex, const aclTensorList* tensors,
                         void* addr) {
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
  // The list owns its tensors, which clients made without const.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  auto* const tensor = const_cast<aclTensor*>(tensors->values[relativeIndex]);
  return SetAddressOf(executor, "the list's tensor", tensor, addr);
}

}  // namespace
}  // namespace openaclnn

using openaclnn::Boundary;
using openaclnn::Status;
namespace code = openaclnn::code;

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return Boundary("aclSetAclOpExecutorRepeatable", [&]() -> Status {
    if (executor == nullptr) {
      return openaclnn::NullArgument("executor");
    }
    const std::shared_ptr<openaclnn::OperatorCall> live = openaclnn::Executors().Find(executor);
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

// Clients count in several ways: inputs apart or everything in a row, a list as one or as its elements. The
// tensor says by itself which argument it is, so that the numbers are not looked at: one that was counted in
// another way must not leave an old address behind.

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t /*index*/, aclTensor* tensor,
                                  void* addr) {
  return Boundary("aclSetInputTensorAddr", [&] { return openaclnn::SetAddress(executor, tensor, addr); });
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t /*index*/, aclTensor* tensor,
                                   void* addr) {
  return Boundary("aclSetOutputTensorAddr", [&] { return openaclnn::SetAddress(executor, tensor, addr); });
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t /*index*/, aclTensor* tensor, void* addr) {
  return Boundary("aclSetTensorAddr", [&] { return openaclnn::SetAddress(executor, tensor, addr); });
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t /*irIndex*/,
                                         const size_t relativeIndex, aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicInputTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, relativeIndex, tensors, addr); });
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t /*irIndex*/,
                                          const size_t relativeIndex, aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicOutputTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, relativeIndex, tensors, addr); });
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t /*irIndex*/, const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
  return Boundary("aclSetDynamicTensorAddr",
                  [&] { return openaclnn::SetDynamicAddress(executor, relativeIndex, tensors, addr); });
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
