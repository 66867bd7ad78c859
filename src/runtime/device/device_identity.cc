// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/device_identity.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

// The first of these that says something: the one that stays, else the one that stays until a reboot.
const std::string& MachineId() {
  static const NoDestructor<std::string> id([] {
    std::string text;
    for (const char* const path : {"/etc/machine-id", "/proc/sys/kernel/random/boot_id"}) {
      std::ifstream file(path);
      if (file >> text && !text.empty()) {
        break;
      }
    }
    return text;
  }());
  return *id;
}

uint64_t Hash(std::string_view text, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325U ^ seed;  // FNV-1a
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
  }
  return hash;
}

Status NoPci() {
  return {code::kRtFeatureNotSupported, "emulated devices are not on PCIe"};
}

}  // namespace

Status ToLogicalId(const char* argument, int32_t userId, const char* output, int32_t* logicalId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(output, logicalId));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(argument, userId));
  *logicalId = VisibleDevices()[static_cast<size_t>(userId)];
  return Status::Ok();
}

Status ToUserId(const char* argument, int32_t logicalId, const char* output, int32_t* userId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(output, userId));
  const std::vector<int>& visible = VisibleDevices();
  const auto found = std::find(visible.begin(), visible.end(), logicalId);
  if (found == visible.end()) {
    return Mismatch(code::kRtInvalidDevice, argument, "a visible device (see ASCEND_RT_VISIBLE_DEVICES)",
                    std::to_string(logicalId));
  }
  *userId = static_cast<int32_t>(found - visible.begin());
  return Status::Ok();
}

aclrtUuid UuidOf(std::string_view machine, int logicalId) {
  const std::string text = "openaclnn:" + std::string(machine);
  const std::array<uint64_t, 2> hash{Hash(text, 0), Hash(text, 0x9e3779b97f4a7c15U)};
  std::array<unsigned char, sizeof(aclrtUuid)> bytes{};
  static_assert(sizeof(hash) == sizeof(bytes));
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(hash[i / 8] >> (i % 8 * 8));
  }
  bytes[6] =
      static_cast<unsigned char>(0x80U | (bytes[6] & 0x0FU));  // version 8: made by a rule of one's own
  bytes[8] = static_cast<unsigned char>(0x80U | (bytes[8] & 0x3FU));  // variant of RFC 9562
  bytes[15] = static_cast<unsigned char>(logicalId);  // devices of one machine never collide: 64 at most
  aclrtUuid uuid{};
  std::memcpy(uuid.bytes, bytes.data(), sizeof uuid.bytes);
  return uuid;
}

Status GetUuid(int32_t deviceId, aclrtUuid* uuid) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("uuid", uuid));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceId", deviceId));
  *uuid = UuidOf(MachineId(), VisibleDevices()[static_cast<size_t>(deviceId)]);
  return Status::Ok();
}

Status GetProcessId(int32_t* processId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pid", processId));
  *processId = getpid();
  return Status::Ok();
}

Status GetPciBusId(int32_t deviceId, const char* text, int32_t length) {
  constexpr int32_t kLength = 13;  // domain:bus:device.function
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice("deviceId", deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pciBusId", text));
  return length >= kLength ? NoPci()
                           : Mismatch(code::kRtParamInvalid, "len", "at least " + std::to_string(kLength),
                                      std::to_string(length));
}

Status FindByPciBusId(const char* text, const int32_t* deviceId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pciBusId", text));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("deviceId", deviceId));
  return NoPci();
}

}  // namespace openaclnn::runtime
