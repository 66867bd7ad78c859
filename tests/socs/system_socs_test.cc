// SPDX-License-Identifier: Apache-2.0
//
// What of the runtime's answers depends on OPENACLNN_SOC. CMakeLists.txt runs this once for each soc;
// what to expect follows from the name by the table here.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "acl/acl.h"

namespace openaclnn::testing {
namespace {

struct Expected {
  const char* prefix;
  const char* chip;  // one that has it
  int64_t architecture;
  bool infNanAndBfloat16;
  bool simt;
  bool copiesNeedAccess;
};

// The first prefix that fits counts: "Ascend910B" and a digit is an A2 part, without one a first-generation
// one.
constexpr std::array<Expected, 10> kTable{{
    {"Ascend910_93", "Ascend910_9391", 2201, true, false, false},
    {"Ascend910B1", "Ascend910B1", 2201, true, false, true},
    {"Ascend910B4", "Ascend910B4", 2201, true, false, true},
    {"Ascend910_95", "Ascend910_95", 3510, true, true, true},
    {"Ascend950", "Ascend950PR_9599", 3510, true, true, true},
    {"Ascend310P", "Ascend310P1", 2002, false, false, true},
    {"Ascend310B", "Ascend310B1", 3002, false, false, false},
    {"Ascend910A", "Ascend910A", 1001, false, false, true},
    {"Ascend910B", "Ascend910B", 1001, false, false, true},
    {"Ascend910Pro", "Ascend910ProA", 1001, false, false, true},
}};

class SystemProducts : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    const std::string_view name = aclrtGetSocName();
    for (const Expected& each : kTable) {
      if (name.starts_with(each.prefix)) {
        expected_ = &each;
        return;
      }
    }
    FAIL() << name << " is not in the table";
  }
  void TearDown() override {
    aclrtResetDeviceForce(0);
    aclrtResetDeviceForce(1);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

  const Expected* expected_ = nullptr;
};

TEST_F(SystemProducts, Architecture) {
  int64_t value = 0;
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_SUCCESS);
  EXPECT_EQ(value, expected_->architecture);
}

TEST_F(SystemProducts, ProgramsRunOnTheSameArchitecture) {
  for (const Expected& other : kTable) {
    int32_t compatible = -1;
    EXPECT_EQ(aclrtCheckArchCompatibility(other.chip, &compatible), ACL_SUCCESS);
    EXPECT_EQ(compatible, other.architecture == expected_->architecture ? 1 : 0) << other.chip;
  }
}

TEST_F(SystemProducts, Attributes) {
  const int32_t held = expected_->infNanAndBfloat16 ? 1 : 0;
  int32_t value = -1;
  EXPECT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_INF_NAN, &value), ACL_SUCCESS);
  EXPECT_EQ(value, held);
  EXPECT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_BF16, &value), ACL_SUCCESS);
  EXPECT_EQ(value, held);
  EXPECT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_JIT_COMPILE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 1);
  const aclCannAttr* list = nullptr;
  size_t count = 0;
  ASSERT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
  EXPECT_EQ(std::set<int>(list, list + count), held == 1 ? std::set<int>({0, 1, 2}) : std::set<int>({2}));
}

TEST_F(SystemProducts, LimitsOfSimtUnits) {
  const struct {
    aclrtDeviceLimit limit;
    size_t value;
  } cases[] = {{ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 1152},
               {ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE, 1024},
               {ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE, 2097152}};
  for (const auto& each : cases) {
    const aclError status = expected_->simt ? ACL_SUCCESS : ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
    size_t value = 0;
    EXPECT_EQ(aclrtDeviceGetLimit(each.limit, &value), status);
    EXPECT_EQ(value, expected_->simt ? each.value : 0);
    EXPECT_EQ(aclrtDeviceSetLimit(each.limit, each.value * 2), status);
    EXPECT_EQ(aclrtDeviceGetLimit(each.limit, &value), status);
    EXPECT_EQ(value, expected_->simt ? each.value * 2 : 0);
  }
  if (expected_->simt) {
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE, 0), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE, 65), ACL_ERROR_RT_PARAM_INVALID);
  }
}

TEST_F(SystemProducts, CopiesBetweenDevices) {
  void* memory[2] = {};
  for (const int32_t device : {1, 0}) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&memory[device], 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  }
  const auto copy = [&] { return aclrtMemcpy(memory[1], 64, memory[0], 64, ACL_MEMCPY_DEVICE_TO_DEVICE); };
  EXPECT_EQ(copy(), expected_->copiesNeedAccess ? ACL_ERROR_RT_PARAM_INVALID : ACL_SUCCESS);
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  EXPECT_EQ(copy(), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory[0]), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory[1]), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
