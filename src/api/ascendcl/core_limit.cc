// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/settings/core_limits.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value) {
  return Boundary("aclrtGetDeviceResLimit",
                  [&] { return runtime::GetDeviceCoreLimit(deviceId, NumberOf(type), value); });
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
  return Boundary("aclrtSetDeviceResLimit",
                  [&] { return runtime::SetDeviceCoreLimit(deviceId, NumberOf(type), value); });
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
  return Boundary("aclrtResetDeviceResLimit", [&] { return runtime::ResetDeviceCoreLimits(deviceId); });
}

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value) {
  return Boundary("aclrtGetStreamResLimit",
                  [&] { return runtime::GetStreamCoreLimit(stream, NumberOf(type), value); });
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
  return Boundary("aclrtSetStreamResLimit",
                  [&] { return runtime::SetStreamCoreLimit(stream, NumberOf(type), value); });
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
  return Boundary("aclrtResetStreamResLimit", [&] { return runtime::ResetStreamCoreLimits(stream); });
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
  return Boundary("aclrtUseStreamResInCurrentThread", [&] { return runtime::UseCoreLimitsOf(stream); });
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
  return Boundary("aclrtUnuseStreamResInCurrentThread", [&] { return runtime::UnuseCoreLimitsOf(stream); });
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
  return Boundary("aclrtGetResInCurrentThread",
                  [&] { return runtime::GetThreadCoreLimit(NumberOf(type), value); });
}

}  // extern "C"
