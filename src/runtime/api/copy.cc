// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy.h"

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/check.h"

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

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Boundary("aclrtMemset", [&] { return runtime::Fill({devPtr, maxCount, value, count}); });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
  return Boundary("aclrtMemsetAsync", [&] {
    return runtime::EnqueueFill({devPtr, maxCount, value, count}, stream);
  });
}

}  // extern "C"
