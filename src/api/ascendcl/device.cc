// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/callbacks/device_callbacks.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/visible_devices.h"
#include "runtime/settings/device_limits.h"
#include "runtime/stream/streams.h"
#include "runtime/stream/synchronize.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return Boundary("aclrtSetDevice", [&] { return runtime::SetDevice(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return Boundary("aclrtResetDevice", [&] { return runtime::ResetDevice(deviceId, false); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return Boundary("aclrtResetDeviceForce", [&] { return runtime::ResetDevice(deviceId, true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return Boundary("aclrtGetDevice", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("deviceId", deviceId));
    if (!runtime::IsInitialized()) {
      return {openaclnn::code::kRtContextNull,
              "the thread has no current context; call aclrtSetDevice first"};
    }
    int current = 0;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentDevice(&current));
    *deviceId = current;
    return Status::Ok();
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return Boundary("aclrtGetDeviceCount", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("count", count));
    OPENACLNN_RETURN_IF_ERROR(runtime::CheckVisibleDevices());
    *count = static_cast<uint32_t>(runtime::VisibleDevices().size());
    return Status::Ok();
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return Boundary("aclrtGetRunMode", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectInitialized());
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("runMode", runMode));
    *runMode = ACL_HOST;
    return Status::Ok();
  });
}

aclError aclrtSynchronizeDevice() {
  return Boundary("aclrtSynchronizeDevice", [] { return runtime::SynchronizeDevice(runtime::kNoTimeout); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return Boundary("aclrtSynchronizeDeviceWithTimeout", [&] { return runtime::SynchronizeDevice(timeout); });
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
  return Boundary("aclrtGetPrimaryCtxState", [&]() -> Status {
    static_cast<void>(flags);  // reserved
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("active", active));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectDevice("deviceId", deviceId));
    *active = runtime::ObjectTree::Instance().HasPrimary(deviceId) ? 1 : 0;
    return Status::Ok();
  });
}

aclError aclrtRegDeviceStateCallback(const char* regName, aclrtDeviceStateCallback callback, void* args) {
  return Boundary("aclrtRegDeviceStateCallback",
                  [&] { return runtime::RegisterDeviceCallback(regName, callback, args); });
}

aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value) {
  return Boundary("aclrtDeviceSetLimit",
                  [&] { return runtime::SetDeviceLimit(openaclnn::NumberOf(limit), value); });
}

aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value) {
  return Boundary("aclrtDeviceGetLimit",
                  [&] { return runtime::GetDeviceLimit(openaclnn::NumberOf(limit), value); });
}

}  // extern "C"
