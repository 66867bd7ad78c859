// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/device_facts.h"

#include <memory>
#include <string>

#include "backend/backend.h"
#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

Status ExpectFacts(int64_t deviceId, const char* argument, const void* output) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, output));
  return ExpectDevice("deviceId", deviceId);
}

// What only a device inside a server has.
Status NotThere(const char* what, int32_t attribute) {
  return {code::kRtFeatureNotSupported, std::string("attr: ") + std::to_string(attribute) + " (" + what +
                                            ") is a fact about hardware; an emulated device has none"};
}

}  // namespace

Status GetDeviceAttribute(uint32_t deviceId, int32_t attribute, int64_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectFacts(deviceId, "value", value));
  switch (attribute) {
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM:
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      *value = DeviceOf(static_cast<int>(deviceId))->Facts().cores;
      return Status::Ok();
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
      *value = static_cast<int64_t>(DeviceOf(static_cast<int>(deviceId))->Memory().total);
      return Status::Ok();
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
      *value = static_cast<int64_t>(DeviceOf(static_cast<int>(deviceId))->Facts().lastCacheBytes);
      return Status::Ok();
    case ACL_DEV_ATTR_PHY_CHIP_ID:
      *value = VisibleDevices()[deviceId];
      return Status::Ok();
    case ACL_DEV_ATTR_NPU_ARCH:
      *value = EmulatedFacts().npuArch;
      return Status::Ok();
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
    case ACL_DEV_ATTR_WARP_SIZE:
    case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
    case ACL_DEV_ATTR_MAX_GRID_DIM_X:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
    case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
    case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
    case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
    case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
    case ACL_DEV_ATTR_SMP_ID:
    case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
    case ACL_DEV_ATTR_IS_VIRTUAL:
      *value = 0;
      return Status::Ok();
    case ACL_DEV_ATTR_SUPER_POD_DEVICE_ID:
    case ACL_DEV_ATTR_SUPER_POD_SERVER_ID:
    case ACL_DEV_ATTR_SUPER_POD_ID:
      return NotThere("place in a super pod", attribute);
    case ACL_DEV_ATTR_MAINBOARD_ID:
      return NotThere("mainboard", attribute);
    case ACL_DEV_ATTR_HD_CONNECT_TYPE:
      return NotThere("connection to the host", attribute);
    case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
      return NotThere("form factor", attribute);
    default:
      return Mismatch(code::kRtParamInvalid, "attr", "an aclrtDevAttr", std::to_string(attribute));
  }
}

Status GetDeviceNumber(uint32_t deviceId, int32_t number, int64_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectFacts(deviceId, "value", value));
  switch (number) {
    case ACL_DEVICE_INFO_AI_CORE_NUM:
      return GetDeviceAttribute(deviceId, ACL_DEV_ATTR_AICORE_CORE_NUM, value);
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
      return GetDeviceAttribute(deviceId, ACL_DEV_ATTR_VECTOR_CORE_NUM, value);
    case ACL_DEVICE_INFO_L2_SIZE:
      return GetDeviceAttribute(deviceId, ACL_DEV_ATTR_L2_CACHE_SIZE, value);
    default:
      return Mismatch(code::kRtParamInvalid, "deviceInfo", "an aclDeviceInfo (0 to 2)",
                      std::to_string(number));
  }
}

Status GetDeviceFeature(int32_t deviceId, int32_t feature, int32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectFacts(deviceId, "value", value));
  if (feature != ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV &&
      feature != ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV) {
    return Mismatch(code::kRtParamInvalid, "devFeatureType", "an aclrtDevFeatureType (1 or 21)",
                    std::to_string(feature));
  }
  *value = ACL_DEV_FEATURE_NOT_SUPPORT;
  return Status::Ok();
}

Status GetUtilization(int32_t deviceId, aclrtUtilizationInfo* utilization) {
  OPENACLNN_RETURN_IF_ERROR(ExpectFacts(deviceId, "utilizationInfo", utilization));
  *utilization = {-1, -1, -1, -1, nullptr};
  return Status::Ok();
}

Status GetDeviceStatus(int32_t deviceId, aclrtDeviceStatus* status) {
  OPENACLNN_RETURN_IF_ERROR(ExpectFacts(deviceId, "deviceStatus", status));
  *status = ACL_RT_DEVICE_STATUS_NORMAL;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
