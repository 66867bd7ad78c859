// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/device/peers.h"

using openaclnn::Boundary;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  return Boundary("aclrtDeviceCanAccessPeer",
                  [&] { return runtime::CanAccessPeer(deviceId, peerDeviceId, canAccessPeer); });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
  return Boundary("aclrtDeviceEnablePeerAccess",
                  [&] { return runtime::EnablePeerAccess(peerDeviceId, flags); });
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
  return Boundary("aclrtDeviceDisablePeerAccess", [&] { return runtime::DisablePeerAccess(peerDeviceId); });
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) {
  return Boundary("aclrtDevicePeerAccessStatus",
                  [&] { return runtime::GetPeerAccess(deviceId, peerDeviceId, status); });
}

aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value) {
  return Boundary("aclrtGetDevicesTopo",
                  [&] { return runtime::GetTopology(deviceId, otherDeviceId, value); });
}

}  // extern "C"
