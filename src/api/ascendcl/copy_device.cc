// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/copy/copy_deferred.h"
#include "runtime/copy/reduce.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize) {
  return Boundary("aclrtGetMemcpyDescSize",
                  [&] { return runtime::GetDescriptorSize(NumberOf(kind), descSize); });
}

aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr, void* dstAddr, size_t count,
                            void* config) {
  return Boundary("aclrtSetMemcpyDesc", [&] {
    return runtime::SetDescriptor(desc, NumberOf(kind), srcAddr, dstAddr, count, config);
  });
}

aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream) {
  return Boundary("aclrtMemcpyAsyncWithDesc",
                  [&] { return runtime::EnqueueDescribedCopy(desc, NumberOf(kind), stream); });
}

aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset, const void** src,
                                    size_t count, size_t srcDataOffset, aclrtMemcpyKind kind,
                                    aclrtStream stream) {
  return Boundary("aclrtMemcpyAsyncWithOffset", [&] {
    return runtime::EnqueueOffsetCopy(
        {dst, destMax, dstDataOffset, src, count, srcDataOffset, NumberOf(kind)}, stream);
  });
}

aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count, aclrtReduceKind kind, aclDataType type,
                          aclrtStream stream, void* reserve) {
  return Boundary("aclrtReduceAsync", [&] {
    return runtime::EnqueueReduce({dst, src, count, NumberOf(kind), NumberOf(type), reserve}, stream);
  });
}

}  // extern "C"
