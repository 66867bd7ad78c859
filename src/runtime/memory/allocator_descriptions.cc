// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/allocator_descriptions.h"

#include <memory>
#include <mutex>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"

namespace openaclnn::runtime {
namespace {

struct Description {
  std::mutex mutex;
  AllocatorFacts facts;
};

HandleTable<Description>& Descriptions() {
  // Threads may call during process exit.
  static NoDestructor<HandleTable<Description>> descriptions(HandleKind::kAllocatorDescription);
  return *descriptions;
}

Status NoDescription(const void* handle) {
  return Mismatch(code::kRtInvalidHandle, "allocatorDesc", "a live description of an allocator",
                  AddressText(handle) + (Descriptions().WasLive(handle) ? ", which was destroyed before"
                                                                        : ", which never was one"));
}

Status Find(const void* handle, std::shared_ptr<Description>* description) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("allocatorDesc", handle));
  *description = Descriptions().Find(handle);
  return *description != nullptr ? Status::Ok() : NoDescription(handle);
}

// Sets one member of the description's facts.
template <typename Value>
Status Set(const void* handle, Value AllocatorFacts::*member, Value value) {
  std::shared_ptr<Description> description;
  OPENACLNN_RETURN_IF_ERROR(Find(handle, &description));
  const std::lock_guard lock(description->mutex);
  description->facts.*member = value;
  return Status::Ok();
}

template <typename Function>
Status SetFunction(const void* handle, Function AllocatorFacts::*member, Function function) {
  return function != nullptr ? Set(handle, member, function)
                             : Mismatch(code::kInvalidParam, "func", "a function", "null");
}

Status FindStream(const void* handle, std::shared_ptr<Stream>* stream) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", handle));
  return ObjectTree::Instance().FindStream(handle, stream);
}

}  // namespace

Status CreateAllocatorDescription(aclrtAllocatorDesc* handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  *handle = Descriptions().Insert(std::make_shared<Description>());
  return Status::Ok();
}

Status DestroyAllocatorDescription(const void* handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("allocatorDesc", handle));
  return Descriptions().Remove(handle) != nullptr ? Status::Ok() : NoDescription(handle);
}

Status DescribeAllocator(const void* handle, aclrtAllocator allocator) {
  return Set(handle, &AllocatorFacts::allocator, allocator);
}

Status DescribeAllocate(const void* handle, aclrtAllocatorAllocFunc function) {
  return SetFunction(handle, &AllocatorFacts::allocate, function);
}

Status DescribeFree(const void* handle, aclrtAllocatorFreeFunc function) {
  return SetFunction(handle, &AllocatorFacts::free, function);
}

Status DescribeAllocateAt(const void* handle, aclrtAllocatorAllocAdviseFunc function) {
  return SetFunction(handle, &AllocatorFacts::allocateAt, function);
}

Status DescribeAddressOf(const void* handle, aclrtAllocatorGetAddrFromBlockFunc function) {
  return SetFunction(handle, &AllocatorFacts::addressOf, function);
}

Status RegisterAllocator(const void* streamHandle, aclrtAllocatorDesc handle) {
  std::shared_ptr<Stream> stream;
  std::shared_ptr<Description> description;
  OPENACLNN_RETURN_IF_ERROR(FindStream(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(Find(handle, &description));
  const std::lock_guard lock(description->mutex);
  stream->Settings().SetAllocator(
      std::make_shared<const RegisteredAllocator>(RegisteredAllocator{handle, description->facts}));
  return Status::Ok();
}

Status UnregisterAllocator(const void* streamHandle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", streamHandle));
  std::shared_ptr<Stream> stream;
  if (ObjectTree::Instance().FindStream(streamHandle, &stream).IsOk()) {
    stream->Settings().SetAllocator(nullptr);
  }
  return Status::Ok();
}

Status GetAllocator(const void* streamHandle, RegisteredAllocator* allocator) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(streamHandle, &stream));
  const std::shared_ptr<const RegisteredAllocator> registered = stream->Settings().Allocator();
  if (registered == nullptr) {
    return Mismatch(code::kRtParamInvalid, "stream", "a stream with an allocator", "one without");
  }
  *allocator = *registered;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
