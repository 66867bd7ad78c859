// SPDX-License-Identifier: Apache-2.0
#include "runtime/callbacks/device_callbacks.h"

#include "base/no_destructor.h"
#include "runtime/callbacks/named_callbacks.h"

namespace openaclnn::runtime {
namespace {

NamedCallbacks<aclrtDeviceStateCallback>& DeviceCallbacks() {
  static NoDestructor<NamedCallbacks<aclrtDeviceStateCallback>> callbacks;
  return *callbacks;
}

// A callback that sets a device would otherwise call itself without end.
thread_local bool announcing = false;

}  // namespace

Status RegisterDeviceCallback(const char* name, aclrtDeviceStateCallback callback, void* argument) {
  return DeviceCallbacks().Register(name, callback, argument);
}

void AnnounceDevice(int deviceId, aclrtDeviceState state) {
  if (announcing) {
    return;
  }
  announcing = true;
  DeviceCallbacks().ForEach(
      [&](aclrtDeviceStateCallback callback, void* argument) { callback(deviceId, state, argument); });
  announcing = false;
}

}  // namespace openaclnn::runtime
