// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/memory/host_registration.h"
#include "runtime/memory/memory.h"

using openaclnn::Boundary;
using openaclnn::Status;
using openaclnn::runtime::Wait;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Boundary("aclrtMallocHost", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("hostPtr", hostPtr));
    return runtime::AllocateHost(size, hostPtr);
  });
}

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) {
  return Boundary("aclrtMallocHostWithCfg", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("ptr", ptr));
    return runtime::AllocateHost(size, cfg, ptr);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return Boundary("aclrtFreeHost", [&] { return runtime::FreeHost(hostPtr, Wait::kNone); });
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
  return Boundary("aclrtFreeHostWithDevSync", [&] { return runtime::FreeHost(hostPtr, Wait::kDevice); });
}

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
  return Boundary("aclrtHostRegister",
                  [&] { return runtime::RegisterHost(ptr, size, openaclnn::NumberOf(type), devPtr); });
}

aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag) {
  return Boundary("aclrtHostRegisterV2", [&] { return runtime::RegisterHost(ptr, size, flag); });
}

aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag) {
  return Boundary("aclrtHostGetDevicePointer",
                  [&] { return runtime::GetDevicePointer(pHost, pDevice, flag); });
}

aclError aclrtHostUnregister(void* ptr) {
  return Boundary("aclrtHostUnregister", [&] { return runtime::UnregisterHost(ptr); });
}

}  // extern "C"
