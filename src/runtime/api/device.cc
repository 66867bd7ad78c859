// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/check.h"
#include "runtime/current_context.h"
#include "runtime/lifecycle.h"
#include "runtime/object_tree.h"
#include "runtime/streams.h"
#include "runtime/visible_devices.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return Boundary("aclrtSetDevice", [&] { return runtime::SetDevice(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return Boundary("aclrtResetDevice",
                  [&] { return runtime::ObjectTree::Instance().ResetDevice(deviceId, false); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return Boundary("aclrtResetDeviceForce",
                  [&] { return runtime::ObjectTree::Instance().ResetDevice(deviceId, true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return Boundary("aclrtGetDevice", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("deviceId", deviceId));
    std::shared_ptr<runtime::Context> context;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentContext(&context));
    *deviceId = context->DeviceId();
    return Status::Ok();
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return Boundary("aclrtGetDeviceCount", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("count", count));
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

}  // extern "C"
