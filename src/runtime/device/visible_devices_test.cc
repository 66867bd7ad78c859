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

TEST(ParseVisibleDevices, RefusesWhatIsNoList) {
  for (const char* const text : {"1, 2", "1,3,8", "1,3x,4", "1,,2", "1,", "2,2,3", "3,1",
                                 "99999999999999999999", "-1", "-0", "all", "", ",", " 1"}) {
    EXPECT_EQ(ParseVisibleDevices(text, 8), std::nullopt) << text;
  }
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
    const bool hides = expectedCount < 2;
    good = good && (TakeMessages().find("ASCEND_RT_VISIBLE_DEVICES=1 hides the others of 2 devices") !=
                    std::string::npos) == hides;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run("1", 1), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("0,1", 2), testing::ExitedWithCode(0), "");
}

// Wherever a program looks first.
TEST_F(VisibleDevicesDeathTest, AMistakeIsNamed) {
  const auto run = [](const char* variable) {
    setenv("ASCEND_RT_VISIBLE_DEVICES", variable, 1);  // NOLINT(concurrency-mt-unsafe)
    const std::string got = std::string("got \"") + variable + '"';
    bool good = true;
    const auto refuses = [&](aclError status) {
      const std::string messages = TakeMessages();
      good = good && status == ACL_ERROR_RT_INVALID_DEVICEID && messages.find(got) != std::string::npos &&
             messages.find("ASCEND_RT_VISIBLE_DEVICES: expected numbers from 0 to 1, ascending") !=
                 std::string::npos;
    };
    uint32_t count = 99;
    refuses(aclrtGetDeviceCount(&count));
    refuses(aclrtSetDevice(0));
    refuses(aclInit(nullptr));
    std::_Exit(good && count == 99 ? 0 : 1);
  };
  for (const char* const variable : {"1,0", "0,1,1", "7", "-1", "a", "", "0, 1"}) {
    EXPECT_EXIT(run(variable), testing::ExitedWithCode(0), "") << variable;
  }
}

}  // namespace
}  // namespace openaclnn::runtime
