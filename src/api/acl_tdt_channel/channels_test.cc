// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "acl/acl.h"
#include "acl/acl_tdt.h"

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class Channels : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(channel_, nullptr);
    ASSERT_NE(dataset_, nullptr);
  }
  void TearDown() override {
    EXPECT_EQ(acltdtDestroyChannel(channel_), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyDataset(dataset_), ACL_SUCCESS);
  }

  acltdtChannelHandle* channel_ = acltdtCreateChannelWithCapacity(0, "log", 2);
  acltdtDataset* dataset_ = acltdtCreateDataset();
};

TEST_F(Channels, WaitTheirTimeForNothing) {
  const auto start = steady_clock::now();
  EXPECT_EQ(acltdtReceiveTensor(channel_, dataset_, 20), ACL_ERROR_RT_QUEUE_EMPTY);
  EXPECT_GE(steady_clock::now() - start, milliseconds(20));
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr) << "nothing went wrong";
  size_t size = 1;
  EXPECT_EQ(acltdtQueryChannelSize(channel_, &size), ACL_SUCCESS);
  EXPECT_EQ(size, 0U);
}

TEST_F(Channels, EndWaitingWhereTheyAreStopped) {
  std::thread waiting(
      [this] { EXPECT_EQ(acltdtReceiveTensor(channel_, dataset_, -1), ACL_ERROR_RT_QUEUE_EMPTY); });
  EXPECT_EQ(acltdtStopChannel(channel_), ACL_SUCCESS);
  waiting.join();
  EXPECT_EQ(acltdtReceiveTensor(channel_, dataset_, -1), ACL_ERROR_RT_QUEUE_EMPTY) << "later, too";
}

TEST_F(Channels, RefuseWhatIsNone) {
  const auto* const none = reinterpret_cast<acltdtChannelHandle*>(dataset_);
  EXPECT_EQ(acltdtReceiveTensor(none, dataset_, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("handle: expected a live acltdtChannelHandle"),
            std::string::npos);
  EXPECT_EQ(acltdtReceiveTensor(channel_, nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(acltdtStopChannel(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(acltdtQueryChannelSize(channel_, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(acltdtDestroyChannel(nullptr), ACL_SUCCESS);
  EXPECT_EQ(acltdtDestroyDataset(nullptr), ACL_SUCCESS);
  EXPECT_EQ(acltdtCreateChannelWithCapacity(4096, "log", 2), nullptr);
  EXPECT_EQ(acltdtCreateChannelWithCapacity(0, nullptr, 2), nullptr);
  EXPECT_EQ(acltdtCreateChannelWithCapacity(0, "log", 1), nullptr);
}

TEST(ChannelHandles, AreDestroyedOnce) {
  acltdtChannelHandle* const channel = acltdtCreateChannelWithCapacity(0, "log", 2);
  EXPECT_EQ(acltdtDestroyChannel(channel), ACL_SUCCESS);
  EXPECT_EQ(acltdtDestroyChannel(channel), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("was destroyed before"), std::string::npos);
}

}  // namespace
