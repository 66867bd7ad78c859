// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class OperatorTimeoutTest : public InitializedTest {
 protected:
  void SetUp() override {
    InitializedTest::SetUp();
    ASSERT_EQ(aclrtGetOpTimeOutInterval(&step_), ACL_SUCCESS);
    ASSERT_GE(step_, 100000U);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
    InitializedTest::TearDown();
  }
  static uint32_t Milliseconds() {
    uint32_t milliseconds = 0;
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&milliseconds), ACL_SUCCESS);
    return milliseconds;
  }
  [[nodiscard]] uint64_t StepsInMilliseconds(uint64_t steps) const { return (step_ * steps + 999) / 1000; }
  uint64_t step_ = 0;
};

TEST_F(OperatorTimeoutTest, TheDefaultIsTheLongest) {
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(254));
  EXPECT_EQ((Milliseconds() + 500) / 1000, 1091U) << "seconds, as documented";
}

TEST_F(OperatorTimeoutTest, IsRoundedUpToSteps) {
  uint64_t actual = 0;
  EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(1, &actual), ACL_SUCCESS);
  EXPECT_EQ(actual, step_);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(1));
  EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(step_, &actual), ACL_SUCCESS);
  EXPECT_EQ(actual, step_);
  EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(step_ + 1, &actual), ACL_SUCCESS);
  EXPECT_EQ(actual, 2 * step_);
  EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(254 * step_, &actual), ACL_SUCCESS);
  EXPECT_EQ(actual, 254 * step_);
  for (const uint64_t longest : {uint64_t{0}, 254 * step_ + 1, UINT64_MAX}) {
    EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(1, &actual), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(longest, &actual), ACL_SUCCESS);
    EXPECT_EQ(actual, 254 * step_) << longest;
  }
}

TEST_F(OperatorTimeoutTest, SecondsAndMilliseconds) {
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(10), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds((10000000 + step_ - 1) / step_));
  EXPECT_EQ(aclrtSetOpExecuteTimeOutWithMs(20), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(1)) << "the last one holds";
  EXPECT_EQ(aclrtSetOpExecuteTimeOutWithMs(30000), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds((30000000 + step_ - 1) / step_));
  EXPECT_EQ(aclrtSetOpExecuteTimeOutWithMs(0), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(254));
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(UINT32_MAX), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(254));
  EXPECT_EQ(aclrtSetOpExecuteTimeOutWithMs(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(254));
}

TEST_F(OperatorTimeoutTest, HoldsForTheProcess) {
  OnNewThread([] { EXPECT_EQ(aclrtSetOpExecuteTimeOut(1), ACL_SUCCESS); });
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(1));
}

TEST_F(OperatorTimeoutTest, NullIsRefused) {
  ExpectFailure(aclrtSetOpExecuteTimeOutV2(1, nullptr), ACL_ERROR_INVALID_PARAM, {"actualTimeout", "null"});
  EXPECT_EQ(Milliseconds(), StepsInMilliseconds(254)) << "and changes nothing";
  ExpectFailure(aclrtGetOpTimeOutInterval(nullptr), ACL_ERROR_INVALID_PARAM, {"interval", "null"});
  ExpectFailure(aclrtGetOpExecuteTimeout(nullptr), ACL_ERROR_INVALID_PARAM, {"timeoutMs", "null"});
}

}  // namespace
}  // namespace openaclnn::runtime
