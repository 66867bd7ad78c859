// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/peers.h"

#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

struct OpenWays {
  mutable std::shared_mutex mutex;
  std::set<std::pair<int, int>> ways;  // from, to

  [[nodiscard]] bool Has(int from, int to) const {
    const std::shared_lock lock(mutex);
    return ways.contains({from, to});
  }
};

OpenWays& Instance() {
  static NoDestructor<OpenWays> ways;
  return *ways;
}

Status ExpectPeers(int32_t deviceId, int32_t peerId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceId", deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("peerDeviceId", peerId));
  return deviceId != peerId
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "peerDeviceId",
                        "another device than " + std::to_string(deviceId), std::to_string(peerId));
}

Status ExpectPeerOfCurrent(int32_t peerId, int* current) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectPeers(context->DeviceId(), peerId));
  *current = context->DeviceId();
  return Status::Ok();
}

// Whether one of two devices, or both being one, may work on the memory of the other.
bool HaveAccess(int one, int other) {
  return one == other || !EmulatedFacts().copiesNeedPeerAccess || Instance().Has(one, other) ||
         Instance().Has(other, one);
}

}  // namespace

Status CanAccessPeer(int32_t deviceId, int32_t peerId, int32_t* canAccess) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("canAccessPeer", canAccess));
  OPENACLNN_RETURN_IF_ERROR(ExpectPeers(deviceId, peerId));
  *canAccess = 1;
  return Status::Ok();
}

Status EnablePeerAccess(int32_t peerId, uint32_t flags) {
  int current = 0;
  OPENACLNN_RETURN_IF_ERROR(ExpectPeerOfCurrent(peerId, &current));
  if (flags != 0) {
    return Mismatch(code::kRtParamInvalid, "flags", "0", std::to_string(flags));
  }
  OpenPeerAccess(current, peerId);
  return Status::Ok();
}

Status DisablePeerAccess(int32_t peerId) {
  int current = 0;
  OPENACLNN_RETURN_IF_ERROR(ExpectPeerOfCurrent(peerId, &current));
  OpenWays& open = Instance();
  const std::unique_lock lock(open.mutex);
  open.ways.erase({current, peerId});
  return Status::Ok();
}

Status GetPeerAccess(int32_t deviceId, int32_t peerId, int32_t* status) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("status", status));
  const Status checked = ExpectPeers(deviceId, peerId);
  if (!checked.IsOk()) {
    return {code::kRtParamInvalid,
            checked.Message()};  // the one function that answers a bad id with this code
  }
  *status = Instance().Has(deviceId, peerId) ? 1 : 0;
  return Status::Ok();
}

Status GetTopology(uint32_t deviceId, uint32_t otherId, uint64_t* link) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", link));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceId", deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("otherDeviceId", otherId));
  if (deviceId == otherId) {
    return Mismatch(code::kRtParamInvalid, "otherDeviceId", "another device than " + std::to_string(deviceId),
                    std::to_string(otherId));
  }
  *link = ACL_RT_DEVS_TOPOLOGY_SYS;
  return Status::Ok();
}

void OpenPeerAccess(int from, int to) {
  OpenWays& open = Instance();
  const std::unique_lock lock(open.mutex);
  open.ways.emplace(from, to);
}

Status ExpectPeerAccess(int source, int destination) {
  if (HaveAccess(source, destination)) {
    return Status::Ok();
  }
  return Mismatch(code::kRtParamInvalid, "src, dst",
                  "memory of one device, or aclrtDeviceEnablePeerAccess between the devices before",
                  "device " + std::to_string(source) + " to device " + std::to_string(destination) +
                      " without peer access");
}

Status ExpectReachable(const char* argument, int memoryDevice, int workingDevice) {
  return HaveAccess(memoryDevice, workingDevice)
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, argument,
                        "memory of the stream's device " + std::to_string(workingDevice) +
                            ", or aclrtDeviceEnablePeerAccess between the devices before",
                        "memory of device " + std::to_string(memoryDevice));
}

}  // namespace openaclnn::runtime
