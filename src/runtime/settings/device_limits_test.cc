// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/device_limits.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using DeviceLimitsTest = InitializedTest;

constexpr size_t kKib = 1024;
constexpr size_t kMib = 1024 * kKib;

size_t Limit(aclrtDeviceLimit limit) {
  size_t value = 0;
  EXPECT_EQ(aclrtDeviceGetLimit(limit, &value), ACL_SUCCESS);
  return value;
}

TEST_F(DeviceLimitsTest, AreStoredForTheProcess) {
  EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32768U);
  EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE), 32768U);
  EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 192 * kKib), ACL_SUCCESS);
  EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, kKib), ACL_SUCCESS);
  OnNewThread([] {
    EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 192 * kKib);
    EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE), kKib);
  });
}

TEST_F(DeviceLimitsTest, BeginWithTheConfiguration) {
  EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 16 * kKib), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  const std::string path = testing::TempDir() + "/openaclnn_limits_" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << R"({"StackSize": {"aicore_stack_size": 65536}})";
  ASSERT_EQ(aclInit(path.c_str()), ACL_SUCCESS);
  EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 65536U);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32768U);
}

TEST_F(DeviceLimitsTest, ValuesAreChecked) {
  for (const size_t wrong : {size_t{0}, 16 * kKib + 1, 208 * kKib, SIZE_MAX}) {
    ExpectFailure(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, wrong), ACL_ERROR_RT_PARAM_INVALID,
                  {"aclrtDeviceSetLimit", "value", "16384", std::to_string(wrong).c_str()});
  }
  for (const size_t wrong : {size_t{0}, kKib - 8, kKib + 1, 64 * kMib + 8}) {
    ExpectFailure(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, wrong),
                  ACL_ERROR_RT_PARAM_INVALID, {"value"});
  }
  EXPECT_EQ(Limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32768U) << "a wrong value changes nothing";
  ExpectFailure(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value"});
  for (const int limit : {-1, 5}) {
    size_t value = 9;
    ExpectFailure(aclrtDeviceSetLimit(AnyEnum<aclrtDeviceLimit>(limit), 128), ACL_ERROR_RT_PARAM_INVALID,
                  {"limit"});
    ExpectFailure(aclrtDeviceGetLimit(AnyEnum<aclrtDeviceLimit>(limit), &value), ACL_ERROR_RT_PARAM_INVALID,
                  {"limit", "0 to 4"});
    EXPECT_EQ(value, 9U);
  }
}

TEST_F(DeviceLimitsTest, AnA2PartHasNoneOfSimtUnits) {
  for (const aclrtDeviceLimit limit :
       {ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE,
        ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE}) {
    size_t value = 9;
    ExpectFailure(aclrtDeviceSetLimit(limit, kMib), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  {"limit", "Ascend910B1"});
    ExpectFailure(aclrtDeviceGetLimit(limit, &value), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"limit"});
    EXPECT_EQ(value, 9U);
  }
}

TEST(StoreLimit, TheTwoSimtStacksAreNotBothZero) {
  LimitValues values = kDefaultLimits;
  EXPECT_TRUE(StoreLimit("value", ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 0, &values).IsOk());
  EXPECT_EQ(StoreLimit("value", ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE, 0, &values).Code(),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(values, (LimitValues{0, 1024, 32768, 32768, 2097152}));
  EXPECT_EQ(StoreLimit("value", ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 129, &values).Code(),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(StoreLimit("value", ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 128, &values).IsOk());
}

}  // namespace
}  // namespace openaclnn::runtime
