// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory.h"

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/memory/memory_query.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
using openaclnn::runtime::Tail;
using openaclnn::runtime::Wait;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Boundary("aclrtMalloc", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, NumberOf(policy), Tail::kExtra, devPtr);
  });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Boundary("aclrtMallocAlign32", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, NumberOf(policy), Tail::kNone, devPtr);
  });
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return Boundary("aclrtMallocCached", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateCached(size, NumberOf(policy), devPtr);
  });
}

aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag) {
  return Boundary("aclrtMemAllocManaged", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("ptr", ptr));
    return runtime::AllocateManaged(size, flag, ptr);
  });
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig* cfg) {
  return Boundary("aclrtMallocWithCfg", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, NumberOf(policy), cfg, devPtr);
  });
}

aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                     aclrtMallocConfig* cfg) {
  return Boundary("aclrtMallocForTaskScheduler", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("devPtr", devPtr));
    return runtime::AllocateDevice(size, NumberOf(policy), cfg, devPtr);
  });
}

aclError aclrtFree(void* devPtr) {
  return Boundary("aclrtFree", [&] { return runtime::FreeDevice(devPtr, Wait::kNone); });
}

aclError aclrtFreeWithDevSync(void* devPtr) {
  return Boundary("aclrtFreeWithDevSync", [&] { return runtime::FreeDevice(devPtr, Wait::kDevice); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return Boundary("aclrtGetMemInfo", [&] { return runtime::GetMemoryInfo(NumberOf(attr), free, total); });
}

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                              size_t* outputNum) {
  return Boundary("aclrtGetMemUsageInfo",
                  [&] { return runtime::GetMemoryUsage(deviceId, memUsageInfo, inputNum, outputNum); });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
  return Boundary("aclrtPointerGetAttributes",
                  [&] { return runtime::GetPointerAttributes(ptr, attributes); });
}

aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize) {
  return Boundary("aclrtMemGetAddressRange", [&] { return runtime::GetAddressRange(ptr, pbase, psize); });
}

aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType, uint32_t* checkResult,
                           uint32_t reserve) {
  return Boundary("aclrtCheckMemType",
                  [&] { return runtime::CheckMemoryKinds(addrList, size, memType, checkResult, reserve); });
}

aclError aclrtMemFlush(void* devPtr, size_t size) {
  return Boundary("aclrtMemFlush", [&] { return runtime::MaintainCache(devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
  return Boundary("aclrtMemInvalidate", [&] { return runtime::MaintainCache(devPtr, size); });
}

aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
  return Boundary("aclrtCmoAsync", [&] { return runtime::Prefetch(src, size, NumberOf(cmoType), stream); });
}

aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags) {
  return Boundary("aclrtMemP2PMap", [&] { return runtime::MapForPeer(devPtr, size, dstDevId, flags); });
}

}  // extern "C"
