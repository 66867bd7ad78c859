// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy.h"

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/copy/copy_rows.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) {
  return Boundary("aclrtMemcpy", [&] {
    return runtime::Copy({dst, destMax, src, count, openaclnn::NumberOf(kind)});
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
  return Boundary("aclrtMemcpyAsync", [&] {
    return runtime::EnqueueCopy({dst, destMax, src, count, openaclnn::NumberOf(kind)}, stream);
  });
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count,
                                       aclrtMemcpyKind kind, aclrtStream stream) {
  return Boundary("aclrtMemcpyAsyncWithCondition", [&] {
    return runtime::EnqueueCopy({dst, destMax, src, count, openaclnn::NumberOf(kind)}, stream);
  });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind) {
  return Boundary("aclrtMemcpy2d", [&] {
    return runtime::CopyRows({dst, dpitch, src, spitch, width, height}, openaclnn::NumberOf(kind));
  });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
  return Boundary("aclrtMemcpy2dAsync", [&] {
    return runtime::EnqueueCopyRows({dst, dpitch, src, spitch, width, height}, openaclnn::NumberOf(kind),
                                    stream);
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Boundary("aclrtMemset", [&] { return runtime::Fill({devPtr, maxCount, value, count}); });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
  return Boundary("aclrtMemsetAsync", [&] {
    return runtime::EnqueueFill({devPtr, maxCount, value, count}, stream);
  });
}

aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N) {
  return Boundary("aclrtMemsetD32", [&] { return runtime::FillWords({ptr, memSize, value, N}); });
}

aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream) {
  return Boundary("aclrtMemsetD32Async", [&] {
    return runtime::EnqueueFillWords({ptr, memSize, value, N}, stream);
  });
}

}  // extern "C"
