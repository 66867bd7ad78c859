// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "backend/registry.h"
#include "runtime/core/testing.h"
#include "runtime/device/device_identity.h"

namespace openaclnn::runtime {
namespace {

using DeviceInfoTest = InitializedTest;

int64_t Attribute(uint32_t device, aclrtDevAttr attribute) {
  int64_t value = -1;
  EXPECT_EQ(aclrtGetDeviceInfo(device, attribute, &value), ACL_SUCCESS) << attribute;
  return value;
}

std::string Bytes(const aclrtUuid& uuid) {
  return {uuid.bytes, sizeof uuid.bytes};
}

std::string Hexadecimal(const aclrtUuid& uuid) {
  std::string text;
  for (const char byte : uuid.bytes) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(byte));
    text += digits.data();
  }
  return text;
}

TEST_F(DeviceInfoTest, SizesAreThoseOfTheDevice) {
  const int64_t cores = Attribute(0, ACL_DEV_ATTR_AICORE_CORE_NUM);
  EXPECT_EQ(cores, backend::SelectedBackend()->OpenDevice(0)->Facts().cores);
  EXPECT_GE(cores, 1);
  EXPECT_EQ(Attribute(0, ACL_DEV_ATTR_CUBE_CORE_NUM), cores);
  EXPECT_EQ(Attribute(0, ACL_DEV_ATTR_VECTOR_CORE_NUM), cores);
  EXPECT_EQ(Attribute(1, ACL_DEV_ATTR_AICORE_CORE_NUM), cores) << "devices share the machine's cores evenly";
  EXPECT_EQ(Attribute(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE), int64_t{256} << 20);
  const int64_t cache = Attribute(0, ACL_DEV_ATTR_L2_CACHE_SIZE);
  EXPECT_GT(cache, 0);
  int64_t value = 0;
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, cores);
  EXPECT_EQ(aclGetDeviceCapability(1, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, cores);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, cache);
}

TEST_F(DeviceInfoTest, TheTotalIsThatOfGetMemInfo) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_EQ(static_cast<size_t>(Attribute(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE)), total);
}

TEST_F(DeviceInfoTest, TheChipIsTheEmulatedOne) {
  EXPECT_EQ(Attribute(0, ACL_DEV_ATTR_NPU_ARCH), 2201);
  EXPECT_EQ(Attribute(0, ACL_DEV_ATTR_PHY_CHIP_ID), 0);
  EXPECT_EQ(Attribute(1, ACL_DEV_ATTR_PHY_CHIP_ID), 1);
  for (int attribute = ACL_DEV_ATTR_WARP_SIZE; attribute <= ACL_DEV_ATTR_MAX_BLOCK_DIM_Z; ++attribute) {
    EXPECT_EQ(Attribute(0, AnyEnum<aclrtDevAttr>(attribute)), 0) << attribute;
  }
  for (const aclrtDevAttr attribute : {ACL_DEV_ATTR_AICPU_CORE_NUM, ACL_DEV_ATTR_SMP_ID,
                                       ACL_DEV_ATTR_CUST_OP_PRIVILEGE, ACL_DEV_ATTR_IS_VIRTUAL}) {
    EXPECT_EQ(Attribute(0, attribute), 0) << attribute;
  }
}

TEST_F(DeviceInfoTest, HardwareThatIsNotThereHasNoFacts) {
  for (const aclrtDevAttr attribute :
       {ACL_DEV_ATTR_SUPER_POD_DEVICE_ID, ACL_DEV_ATTR_SUPER_POD_SERVER_ID, ACL_DEV_ATTR_SUPER_POD_ID,
        ACL_DEV_ATTR_MAINBOARD_ID, ACL_DEV_ATTR_HD_CONNECT_TYPE, ACL_DEV_ATTR_DEVICE_FORM_FACTOR}) {
    int64_t value = -1;
    ExpectFailure(aclrtGetDeviceInfo(0, attribute, &value), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  {"attr", std::to_string(attribute).c_str()});
    EXPECT_EQ(value, -1);
  }
  aclrtUtilizationInfo load{};
  ASSERT_EQ(aclrtGetDeviceUtilizationRate(1, &load), ACL_SUCCESS);
  EXPECT_EQ(load.cubeUtilization, -1);
  EXPECT_EQ(load.vectorUtilization, -1);
  EXPECT_EQ(load.aicpuUtilization, -1);
  EXPECT_EQ(load.memoryUtilization, -1);
  EXPECT_EQ(load.utilizationExtend, nullptr);
  for (const aclrtDevFeatureType feature :
       {ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV}) {
    int32_t supported = -1;
    EXPECT_EQ(aclrtGetDeviceCapability(0, feature, &supported), ACL_SUCCESS);
    EXPECT_EQ(supported, ACL_DEV_FEATURE_NOT_SUPPORT);
  }
  char text[16] = "untouched";
  ExpectFailure(aclrtDeviceGetPCIBusId(0, text, 13), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"PCIe"});
  EXPECT_STREQ(text, "untouched");
  int32_t device = -1;
  ExpectFailure(aclrtDeviceGetByPCIBusId("0000:01:00.0", &device), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                {"PCIe"});
  EXPECT_EQ(device, -1);
}

TEST_F(DeviceInfoTest, EveryDeviceIsWell) {
  aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
  EXPECT_EQ(aclrtQueryDeviceStatus(1, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
}

TEST_F(DeviceInfoTest, ArgumentsAreChecked) {
  int64_t number = -1;
  int32_t value = -1;
  aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
  aclrtUtilizationInfo load{1, 2, 3, 4, nullptr};
  char text[16] = {};
  for (const uint32_t device : {2U, UINT32_MAX}) {
    const std::string got = "got " + std::to_string(device);
    ExpectFailure(aclrtGetDeviceInfo(device, ACL_DEV_ATTR_NPU_ARCH, &number), ACL_ERROR_RT_INVALID_DEVICEID,
                  {"aclrtGetDeviceInfo", "deviceId", "0 to 1", got.c_str()});
    ExpectFailure(aclGetDeviceCapability(device, ACL_DEVICE_INFO_L2_SIZE, &number),
                  ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId", got.c_str()});
  }
  for (const int32_t device : {2, -1}) {
    EXPECT_EQ(aclrtGetDeviceCapability(device, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &value),
              ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtGetDeviceUtilizationRate(device, &load), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtQueryDeviceStatus(device, &status), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtDeviceGetPCIBusId(device, text, 16), ACL_ERROR_RT_INVALID_DEVICEID);
    aclrtUuid uuid{};
    EXPECT_EQ(aclrtDeviceGetUuid(device, &uuid), ACL_ERROR_RT_INVALID_DEVICEID);
  }
  for (const int attribute : {0, 2, 100, 103, 213, 303, 400, 410, 502, 602, -1}) {
    ExpectFailure(aclrtGetDeviceInfo(0, AnyEnum<aclrtDevAttr>(attribute), &number),
                  ACL_ERROR_RT_PARAM_INVALID, {"attr", std::to_string(attribute).c_str()});
  }
  for (const int info : {-1, 3}) {
    ExpectFailure(aclGetDeviceCapability(0, AnyEnum<aclDeviceInfo>(info), &number),
                  ACL_ERROR_RT_PARAM_INVALID, {"deviceInfo"});
  }
  for (const int feature : {0, 2, 20, 22}) {
    ExpectFailure(aclrtGetDeviceCapability(0, AnyEnum<aclrtDevFeatureType>(feature), &value),
                  ACL_ERROR_RT_PARAM_INVALID, {"devFeatureType"});
  }
  ExpectFailure(aclrtDeviceGetPCIBusId(0, text, 12), ACL_ERROR_RT_PARAM_INVALID, {"len", "13", "12"});
  EXPECT_EQ(number, -1);
  EXPECT_EQ(value, -1);
  EXPECT_EQ(load.cubeUtilization, 1);
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_END);
  const aclError null = ACL_ERROR_INVALID_PARAM;
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, nullptr), null);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr), null);
  EXPECT_EQ(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, nullptr), null);
  EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, nullptr), null);
  EXPECT_EQ(aclrtQueryDeviceStatus(0, nullptr), null);
  EXPECT_EQ(aclrtDeviceGetUuid(0, nullptr), null);
  EXPECT_EQ(aclrtDeviceGetBareTgid(nullptr), null);
  EXPECT_EQ(aclrtDeviceGetPCIBusId(0, nullptr, 13), null);
  EXPECT_EQ(aclrtDeviceGetByPCIBusId(nullptr, &value), null);
  EXPECT_EQ(aclrtDeviceGetByPCIBusId("0000:01:00.0", nullptr), null);
  EXPECT_EQ(aclrtGetLogicDevIdByUserDevId(0, nullptr), null);
  EXPECT_EQ(aclrtGetUserDevIdByLogicDevId(0, nullptr), null);
  EXPECT_EQ(aclrtGetUserDevIdByPhyDevId(0, nullptr), null);
  EXPECT_EQ(aclrtGetPhyDevIdByUserDevId(0, nullptr), null);
  EXPECT_EQ(aclrtGetLogicDevIdByPhyDevId(0, nullptr), null);
  EXPECT_EQ(aclrtGetPhyDevIdByLogicDevId(0, nullptr), null);
}

TEST(DeviceIdentity, AUuidBelongsToOneDeviceOfOneMachine) {
  std::set<std::string> uuids;
  for (int device = 0; device < 64; ++device) {
    uuids.insert(Bytes(UuidOf("one machine", device)));
    uuids.insert(Bytes(UuidOf("another machine", device)));
  }
  EXPECT_EQ(uuids.size(), 128U);
  EXPECT_EQ(Bytes(UuidOf("one machine", 3)), Bytes(UuidOf("one machine", 3)));
}

TEST(DeviceIdentity, NeedsNoInit) {
  aclrtUuid first{};
  aclrtUuid second{};
  EXPECT_EQ(aclrtDeviceGetUuid(0, &first), ACL_SUCCESS);
  EXPECT_EQ(aclrtDeviceGetUuid(1, &second), ACL_SUCCESS);
  EXPECT_NE(Bytes(first), Bytes(second));
  EXPECT_NE(Bytes(first), std::string(sizeof first.bytes, '\0'));
  int32_t process = -1;
  EXPECT_EQ(aclrtDeviceGetBareTgid(&process), ACL_SUCCESS);
  EXPECT_EQ(process, getpid());
}

TEST(DeviceIdentity, IdsAreEqualWhereAllDevicesAreVisible) {
  const auto functions = {aclrtGetLogicDevIdByUserDevId, aclrtGetUserDevIdByLogicDevId,
                          aclrtGetUserDevIdByPhyDevId,   aclrtGetPhyDevIdByUserDevId,
                          aclrtGetLogicDevIdByPhyDevId,  aclrtGetPhyDevIdByLogicDevId};
  for (const auto function : functions) {
    for (const int32_t id : {0, 1}) {
      int32_t other = -1;
      EXPECT_EQ(function(id, &other), ACL_SUCCESS);
      EXPECT_EQ(other, id);
    }
    for (const int32_t id : {-1, 2, INT32_MAX}) {
      int32_t other = -1;
      ExpectFailure(function(id, &other), ACL_ERROR_RT_INVALID_DEVICEID, {"Id", std::to_string(id).c_str()});
      EXPECT_EQ(other, -1);
    }
  }
}

// In a process of its own, because the variable is read once.
TEST(DeviceIdentityDeathTest, FollowsTheVisibleDevices) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    setenv("OPENACLNN_CPU_DEVICES", "4", 1);        // NOLINT(concurrency-mt-unsafe)
    setenv("ASCEND_RT_VISIBLE_DEVICES", "1,3", 1);  // NOLINT(concurrency-mt-unsafe)
    int32_t id = -1;
    bool good = aclrtGetLogicDevIdByUserDevId(1, &id) == ACL_SUCCESS && id == 3;
    good = good && aclrtGetPhyDevIdByUserDevId(0, &id) == ACL_SUCCESS && id == 1;
    good = good && aclrtGetUserDevIdByLogicDevId(3, &id) == ACL_SUCCESS && id == 1;
    good = good && aclrtGetUserDevIdByPhyDevId(1, &id) == ACL_SUCCESS && id == 0;
    good = good && aclrtGetLogicDevIdByPhyDevId(3, &id) == ACL_SUCCESS && id == 1;
    good = good && aclrtGetPhyDevIdByLogicDevId(1, &id) == ACL_SUCCESS && id == 3;
    good = good && aclrtGetUserDevIdByLogicDevId(0, &id) == ACL_ERROR_RT_INVALID_DEVICEID;
    good = good && aclrtGetLogicDevIdByUserDevId(2, &id) == ACL_ERROR_RT_INVALID_DEVICEID && id == 3;
    // An identity does not depend on who looks: the parent's device 1 is this one's device 0.
    aclrtUuid uuid{};
    good = good && aclrtDeviceGetUuid(0, &uuid) == ACL_SUCCESS;
    std::fputs(Hexadecimal(uuid).c_str(), stderr);
    int64_t chip = -1;
    good = good && aclInit(nullptr) == ACL_SUCCESS;
    good = good && aclrtGetDeviceInfo(1, ACL_DEV_ATTR_PHY_CHIP_ID, &chip) == ACL_SUCCESS && chip == 3;
    std::_Exit(good ? 0 : 1);
  };
  std::string expected;
  if (!testing::internal::InDeathTestChild()) {  // there the variable is not to be read yet
    aclrtUuid uuid{};
    EXPECT_EQ(aclrtDeviceGetUuid(1, &uuid), ACL_SUCCESS);
    expected = Hexadecimal(uuid);
  }
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), expected);
}

}  // namespace
}  // namespace openaclnn::runtime
