// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/check.h"
#include "runtime/memory.h"

using openaclnn::Boundary;
using openaclnn::Status;
using openaclnn::runtime::Tail;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Boundary("aclrtMalloc", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, openaclnn::NumberOf(policy), Tail::kExtra, devPtr);
  });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Boundary("aclrtMallocAlign32", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, openaclnn::NumberOf(policy), Tail::kNone, devPtr);
  });
}

aclError aclrtFree(void* devPtr) {
  return Boundary("aclrtFree", [&] { return runtime::FreeDevice(devPtr); });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Boundary("aclrtMallocHost", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("hostPtr", hostPtr));
    return runtime::AllocateHost(size, hostPtr);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Boundary("aclrtFreeHost", [&] { return runtime::FreeHost(hostPtr); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return Boundary("aclrtGetMemInfo",
                  [&] { return runtime::GetMemoryInfo(openaclnn::NumberOf(attr), free, total); });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
  return Boundary("aclrtPointerGetAttributes",
                  [&] { return runtime::GetPointerAttributes(ptr, attributes); });
}

}  // extern "C"
