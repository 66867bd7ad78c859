// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/callbacks/exceptions.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
  return Boundary("aclrtSetExceptionInfoCallback", [&] {
    runtime::SetExceptionCallback(callback);
    return Status::Ok();
  });
}

aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback) {
  return Boundary("aclrtExceptionInfoCallbackRegister",
                  [&] { return runtime::RegisterExceptionCallback(callback); });
}

aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback) {
  return Boundary("aclrtExceptionInfoCallbackUnregister",
                  [&] { return runtime::UnregisterExceptionCallback(callback); });
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return runtime::GetExceptionField(info, &rtExceptionInfo::taskId);
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return runtime::GetExceptionField(info, &rtExceptionInfo::streamId);
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return runtime::GetExceptionField(info, &rtExceptionInfo::threadId);
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return runtime::GetExceptionField(info, &rtExceptionInfo::deviceId);
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info) {
  return runtime::GetExceptionField(info, &rtExceptionInfo::errorCode);
}

aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr,
                                       uint32_t* devArgsLen) {
  return Boundary("aclrtGetArgsFromExceptionInfo",
                  [&] { return runtime::GetExceptionArguments(info, devArgsPtr, devArgsLen); });
}

aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info, aclrtFuncHandle* func) {
  return Boundary("aclrtGetFuncHandleFromExceptionInfo",
                  [&] { return runtime::GetExceptionFunction(info, func); });
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
  return Boundary("aclrtGetThreadLastTaskId", [&] { return runtime::GetThreadLastTask(taskId); });
}

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo) {
  return Boundary("aclrtGetErrorVerbose", [&] { return runtime::GetDeviceFault(deviceId, errorInfo); });
}

}  // extern "C"
