// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/virtual_memory.h"

#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/memory/physical_memory.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop, aclrtMemGranularityOptions option,
                                          size_t* granularity) {
  return Boundary("aclrtMemGetAllocationGranularity",
                  [&] { return runtime::GetAllocationGranularity(prop, NumberOf(option), granularity); });
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* prop,
                             uint64_t flags) {
  return Boundary("aclrtMallocPhysical",
                  [&] { return runtime::AllocatePhysical(size, prop, flags, handle); });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return Boundary("aclrtFreePhysical", [&] { return runtime::FreePhysical(handle); });
}

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                uint64_t flags) {
  return Boundary("aclrtReserveMemAddress", [&] {
    return runtime::ReserveAddresses({size, alignment, expectPtr, flags}, virPtr);
  });
}

aclError aclrtReleaseMemAddress(void* virPtr) {
  return Boundary("aclrtReleaseMemAddress", [&] { return runtime::ReleaseAddresses(virPtr); });
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags) {
  return Boundary("aclrtMapMem", [&] { return runtime::MapMemory({virPtr, size, offset, handle, flags}); });
}

aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                             uint64_t flags) {
  return Boundary("aclrtMemMapNoAccess", [&] {
    return runtime::MapMemoryWithoutAccess({virPtr, size, offset, handle, flags});
  });
}

aclError aclrtUnmapMem(void* virPtr) {
  return Boundary("aclrtUnmapMem", [&] { return runtime::UnmapMemory(virPtr); });
}

aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc, size_t count) {
  return Boundary("aclrtMemSetAccess", [&] { return runtime::SetAccess(virPtr, size, desc, count); });
}

aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flag) {
  return Boundary("aclrtMemGetAccess", [&] { return runtime::GetAccess(virPtr, location, flag); });
}

aclError aclrtMemRetainAllocationHandle(void* virPtr, aclrtDrvMemHandle* handle) {
  return Boundary("aclrtMemRetainAllocationHandle", [&] { return runtime::RetainPhysical(virPtr, handle); });
}

aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle, aclrtPhysicalMemProp* prop) {
  return Boundary("aclrtMemGetAllocationPropertiesFromHandle",
                  [&] { return runtime::GetPhysicalProperties(handle, prop); });
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType,
                                         uint64_t flags, uint64_t* shareableHandle) {
  return Boundary("aclrtMemExportToShareableHandle", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNoHandleType("handleType", NumberOf(handleType)));
    return runtime::ExportPhysical(handle, flags, shareableHandle);
  });
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                           aclrtDrvMemHandle* handle) {
  return Boundary("aclrtMemImportFromShareableHandle",
                  [&] { return runtime::ImportPhysical(shareableHandle, deviceId, handle); });
}

aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum) {
  return Boundary("aclrtMemSetPidToShareableHandle",
                  [&] { return runtime::AdmitToPhysical(shareableHandle, pid, pidNum); });
}

aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags,
                                           aclrtMemSharedHandleType shareType, void* shareableHandle) {
  return Boundary("aclrtMemExportToShareableHandleV2", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectDefaultShareType(NumberOf(shareType)));
    return runtime::ExportPhysical(handle, flags, static_cast<uint64_t*>(shareableHandle));
  });
}

aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType,
                                             uint64_t flags, aclrtDrvMemHandle* handle) {
  return Boundary("aclrtMemImportFromShareableHandleV2", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectDefaultShareType(NumberOf(shareType)));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("shareableHandle", shareableHandle));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNoFlags(flags));
    std::shared_ptr<runtime::Context> context;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentContext(&context));
    return runtime::ImportPhysical(*static_cast<const uint64_t*>(shareableHandle), context->DeviceId(),
                                   handle);
  });
}

aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType,
                                           int32_t* pid, size_t pidNum) {
  return Boundary("aclrtMemSetPidToShareableHandleV2", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectDefaultShareType(NumberOf(shareType)));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("shareableHandle", shareableHandle));
    return runtime::AdmitToPhysical(*static_cast<const uint64_t*>(shareableHandle), pid, pidNum);
  });
}

}  // extern "C"
