// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory_pool.h"

#include <cstddef>

#include "acl/acl_rt_memory_soma.h"
#include "base/enumerators.h"
#include "base/errors.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMemPoolCreate(aclrtMemPool* memPool, const aclrtMemPoolProps* poolProps) {
  return Boundary("aclrtMemPoolCreate", [&] { return runtime::CreatePool(poolProps, memPool); });
}

aclError aclrtMemPoolDestroy(aclrtMemPool memPool) {
  return Boundary("aclrtMemPoolDestroy", [&] { return runtime::DestroyPool(memPool); });
}

aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
  return Boundary("aclrtMemPoolSetAttr",
                  [&] { return runtime::SetPoolAttribute(memPool, NumberOf(attr), value); });
}

aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
  return Boundary("aclrtMemPoolGetAttr",
                  [&] { return runtime::GetPoolAttribute(memPool, NumberOf(attr), value); });
}

aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool, aclrtStream stream) {
  return Boundary("aclrtMemPoolMallocAsync",
                  [&] { return runtime::AllocateFromPool(size, memPool, stream, ptr); });
}

aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream) {
  return Boundary("aclrtMemPoolFreeAsync", [&] { return runtime::FreeToPool(ptr, stream); });
}

aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep) {
  return Boundary("aclrtMemPoolTrimTo", [&] { return runtime::TrimPool(memPool, minBytesToKeep); });
}

}  // extern "C"
