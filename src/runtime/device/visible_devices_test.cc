// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/visible_devices.h"

#include <gtest/gtest.h>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using Ids = std::vector<int>;

TEST(ParseVisibleDevices, ReadsAscendingIds) {
  EXPECT_EQ(ParseVisibleDevices("0", 8), Ids({0}));
  EXPECT_EQ(ParseVisibleDevices("1,3,7", 8), Ids({1, 3, 7}));
  EXPECT_EQ(ParseVisibleDevices("02,3", 8), Ids({2, 3}));
}

TEST(ParseVisibleDevices, KeepsWhatComesBeforeAMistake) {
  EXPECT_EQ(ParseVisibleDevices("1, 2", 8), Ids({1}));
  EXPECT_EQ(ParseVisibleDevices("1,3,8", 8), Ids({1, 3}));
  EXPECT_EQ(ParseVisibleDevices("1,3x,4", 8), Ids({1, 3}));
  EXPECT_EQ(ParseVisibleDevices("1,,2", 8), Ids({1}));
  EXPECT_EQ(ParseVisibleDevices("1,", 8), Ids({1}));
  EXPECT_EQ(ParseVisibleDevices("2,2,3", 8), Ids({2}));
  EXPECT_EQ(ParseVisibleDevices("3,1", 8), Ids({3}));
  EXPECT_EQ(ParseVisibleDevices("99999999999999999999", 8), Ids());
  EXPECT_EQ(ParseVisibleDevices("-1", 8), Ids());
  EXPECT_EQ(ParseVisibleDevices("-0", 8), Ids());
  EXPECT_EQ(ParseVisibleDevices("all", 8), Ids());
  EXPECT_EQ(ParseVisibleDevices("", 8), Ids());
}

// The variable is read once, so each case needs a process of its own.
class VisibleDevicesDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(VisibleDevicesDeathTest, ChooseWhatTheProcessSees) {
  const auto run = [](const char* variable, uint32_t expectedCount) {
    setenv("ASCEND_RT_VISIBLE_DEVICES", variable, 1);  // NOLINT(concurrency-mt-unsafe)
    uint32_t count = 99;
    bool good = aclrtGetDeviceCount(&count) == ACL_SUCCESS && count == expectedCount;
    good = good && aclInit(nullptr) == ACL_SUCCESS;
    for (uint32_t device = 0; device < 3; ++device) {
      const aclError status = aclrtSetDevice(static_cast<int32_t>(device));
      good = good && status == (device < expectedCount ? ACL_SUCCESS : ACL_ERROR_RT_INVALID_DEVICEID);
    }
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run("1", 1), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("0,1", 2), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("", 2), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("5", 0), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::runtime
