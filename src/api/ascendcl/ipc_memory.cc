// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/ipc_memory.h"

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"

using openaclnn::Boundary;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len, uint64_t flags) {
  return Boundary("aclrtIpcMemGetExportKey",
                  [&] { return runtime::ExportBlock(devPtr, size, key, len, flags); });
}

aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num) {
  return Boundary("aclrtIpcMemSetImportPid", [&] { return runtime::AdmitToBlock(key, pid, num); });
}

aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags) {
  return Boundary("aclrtIpcMemImportByKey", [&] { return runtime::ImportBlock(devPtr, key, flags); });
}

aclError aclrtIpcMemClose(const char* key) {
  return Boundary("aclrtIpcMemClose", [&] { return runtime::CloseBlock(key); });
}

aclError aclrtIpcMemSetAttr(const char* key, aclrtIpcMemAttrType type, uint64_t attr) {
  static_cast<void>(attr);
  return Boundary("aclrtIpcMemSetAttr", [&] { return runtime::SetLink(key, openaclnn::NumberOf(type)); });
}

}  // extern "C"
