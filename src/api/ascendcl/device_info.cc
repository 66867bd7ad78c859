// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/device/device_facts.h"
#include "runtime/device/device_identity.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
  return Boundary("aclGetDeviceCapability",
                  [&] { return runtime::GetDeviceNumber(deviceId, NumberOf(deviceInfo), value); });
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
  return Boundary("aclrtGetDeviceInfo",
                  [&] { return runtime::GetDeviceAttribute(deviceId, NumberOf(attr), value); });
}

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType, int32_t* value) {
  return Boundary("aclrtGetDeviceCapability",
                  [&] { return runtime::GetDeviceFeature(deviceId, NumberOf(devFeatureType), value); });
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
  return Boundary("aclrtGetDeviceUtilizationRate",
                  [&] { return runtime::GetUtilization(deviceId, utilizationInfo); });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
  return Boundary("aclrtQueryDeviceStatus", [&] { return runtime::GetDeviceStatus(deviceId, deviceStatus); });
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId) {
  return Boundary("aclrtGetLogicDevIdByUserDevId",
                  [&] { return runtime::ToLogicalId("userDevid", userDevid, "logicDevId", logicDevId); });
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t* const userDevid) {
  return Boundary("aclrtGetUserDevIdByLogicDevId",
                  [&] { return runtime::ToUserId("logicDevId", logicDevId, "userDevid", userDevid); });
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId) {
  return Boundary("aclrtGetUserDevIdByPhyDevId",
                  [&] { return runtime::ToUserId("phyDevId", phyDevId, "userDevId", userDevId); });
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId) {
  return Boundary("aclrtGetPhyDevIdByUserDevId",
                  [&] { return runtime::ToLogicalId("userDevId", userDevId, "phyDevId", phyDevId); });
}

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId) {
  return Boundary("aclrtGetLogicDevIdByPhyDevId",
                  [&] { return runtime::ToUserId("phyDevId", phyDevId, "logicDevId", logicDevId); });
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId) {
  return Boundary("aclrtGetPhyDevIdByLogicDevId",
                  [&] { return runtime::ToLogicalId("logicDevId", logicDevId, "phyDevId", phyDevId); });
}

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid) {
  return Boundary("aclrtDeviceGetUuid", [&] { return runtime::GetUuid(deviceId, uuid); });
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
  return Boundary("aclrtDeviceGetBareTgid", [&] { return runtime::GetProcessId(pid); });
}

aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len) {
  return Boundary("aclrtDeviceGetPCIBusId", [&] { return runtime::GetPciBusId(deviceId, pciBusId, len); });
}

aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId) {
  return Boundary("aclrtDeviceGetByPCIBusId", [&] { return runtime::FindByPciBusId(pciBusId, deviceId); });
}

}  // extern "C"
