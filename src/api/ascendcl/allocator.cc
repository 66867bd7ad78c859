// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/memory/allocator_descriptions.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclrtAllocatorDesc aclrtAllocatorCreateDesc() {
  aclrtAllocatorDesc made = nullptr;
  Boundary("aclrtAllocatorCreateDesc", [&] { return runtime::CreateAllocatorDescription(&made); });
  return made;
}

aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc) {
  return Boundary("aclrtAllocatorDestroyDesc",
                  [&] { return runtime::DestroyAllocatorDescription(allocatorDesc); });
}

aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator) {
  return Boundary("aclrtAllocatorSetObjToDesc",
                  [&] { return runtime::DescribeAllocator(allocatorDesc, allocator); });
}

aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func) {
  return Boundary("aclrtAllocatorSetAllocFuncToDesc",
                  [&] { return runtime::DescribeAllocate(allocatorDesc, func); });
}

aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func) {
  return Boundary("aclrtAllocatorSetFreeFuncToDesc",
                  [&] { return runtime::DescribeFree(allocatorDesc, func); });
}

aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                aclrtAllocatorAllocAdviseFunc func) {
  return Boundary("aclrtAllocatorSetAllocAdviseFuncToDesc",
                  [&] { return runtime::DescribeAllocateAt(allocatorDesc, func); });
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func) {
  return Boundary("aclrtAllocatorSetGetAddrFromBlockFuncToDesc",
                  [&] { return runtime::DescribeAddressOf(allocatorDesc, func); });
}

aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc) {
  return Boundary("aclrtAllocatorRegister",
                  [&] { return runtime::RegisterAllocator(stream, allocatorDesc); });
}

aclError aclrtAllocatorUnregister(aclrtStream stream) {
  return Boundary("aclrtAllocatorUnregister", [&] { return runtime::UnregisterAllocator(stream); });
}

aclError aclrtAllocatorGetByStream(aclrtStream stream, aclrtAllocatorDesc* allocatorDesc,
                                   aclrtAllocator* allocator, aclrtAllocatorAllocFunc* allocFunc,
                                   aclrtAllocatorFreeFunc* freeFunc,
                                   aclrtAllocatorAllocAdviseFunc* allocAdviseFunc,
                                   aclrtAllocatorGetAddrFromBlockFunc* getAddrFromBlockFunc) {
  return Boundary("aclrtAllocatorGetByStream", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("allocatorDesc", allocatorDesc));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("allocator", allocator));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("allocFunc", allocFunc));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("freeFunc", freeFunc));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("allocAdviseFunc", allocAdviseFunc));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("getAddrFromBlockFunc", getAddrFromBlockFunc));
    runtime::RegisteredAllocator found;
    OPENACLNN_RETURN_IF_ERROR(runtime::GetAllocator(stream, &found));
    *allocatorDesc = found.description;
    *allocator = found.facts.allocator;
    *allocFunc = found.facts.allocate;
    *freeFunc = found.facts.free;
    *allocAdviseFunc = found.facts.allocateAt;
    *getAddrFromBlockFunc = found.facts.addressOf;
    return Status::Ok();
  });
}

}  // extern "C"
