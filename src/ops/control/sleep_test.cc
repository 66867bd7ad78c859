// SPDX-License-Identifier: Apache-2.0
//
// A stream that sleeps: its work comes later, the caller goes on at once; and the statuses.
#include "aclnnop/aclnn_sleep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

struct Stream {
  Stream() { EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS); }
  aclrtStream stream = nullptr;
};

void Sleep(const Stream& on, int64_t cycles) {
  const IntArray array({cycles});
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnSleepGetWorkspaceSize(array.Get(), &size, &executor), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(size, 0U);
  ASSERT_EQ(aclnnSleep(nullptr, size, executor, on.stream), ACL_SUCCESS) << LastMessage();
}

bool IsIdle(const Stream& on) {
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(on.stream, &status), ACL_SUCCESS);
  return status == ACL_STREAM_STATUS_COMPLETE;
}

TEST(Sleep, KeepsTheStreamAndNotTheCaller) {
  const Stream sleeping;
  const Stream other;
  const auto start = steady_clock::now();
  Sleep(sleeping, 300'000'000);
  EXPECT_FALSE(IsIdle(sleeping));
  ASSERT_EQ(aclrtSynchronizeStream(other.stream), ACL_SUCCESS);
  EXPECT_FALSE(IsIdle(sleeping));
  ASSERT_EQ(aclrtSynchronizeStream(sleeping.stream), ACL_SUCCESS);
  EXPECT_GE(steady_clock::now() - start, milliseconds(300));
}

TEST(Sleep, EndsAfterASecondAtMost) {
  const Stream stream;
  const auto start = steady_clock::now();
  Sleep(stream, INT64_MAX);
  ASSERT_EQ(aclrtSynchronizeStream(stream.stream), ACL_SUCCESS);
  EXPECT_GE(steady_clock::now() - start, milliseconds(1000));
}

TEST(Sleep, Statuses) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnSleepGetWorkspaceSize(nullptr, &size, &executor), 161001);
  const std::vector<std::pair<Shape, std::string>> wrong{
      {{}, "0 elements"}, {{0}, "0"}, {{-1}, "-1"}, {{1, 1}, "2 elements"}};
  for (const auto& [cycles, actual] : wrong) {
    const IntArray array(cycles);
    EXPECT_EQ(aclnnSleepGetWorkspaceSize(array.Get(), &size, &executor), 561002);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("cycles: expected one number, 1 or more, got " + actual));
  }
}

}  // namespace
}  // namespace openaclnn::testing
