// SPDX-License-Identifier: Apache-2.0
//
// Host functions on the client's own threads.
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

uint64_t ThisThread() {
  return pthread_self();
}

class HostFunctionTest : public TwoStreamsTest {
 protected:
  // A host function that notes the thread that runs it.
  aclError LaunchNote(aclrtStream stream) {
    return aclrtLaunchHostFunc(
        stream, [](void* threads) { static_cast<std::vector<uint64_t>*>(threads)->push_back(ThisThread()); },
        &threads_);
  }
  std::vector<uint64_t> threads_;
};

TEST_F(HostFunctionTest, RunOnTheBoundThreadAndHoldTheStreamUp) {
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  std::atomic<int> runs{0};
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(aclrtProcessHostFunc(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(threads_, std::vector<uint64_t>{ThisThread()});
  EXPECT_EQ(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
}

TEST_F(HostFunctionTest, WithoutABindingTheLibraryHasAThread) {
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeByThePool(stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(LaunchNote(other_), ACL_SUCCESS) << "another stream";
  EXPECT_EQ(SynchronizeByThePool(other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS) << "not any more";
  EXPECT_EQ(SynchronizeByThePool(stream_), ACL_SUCCESS);
  EXPECT_EQ(threads_.size(), 3U);
}

TEST_F(HostFunctionTest, AreApartFromCallbacks) {
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS) << "a stream may have one for each";
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS);
  ExpectFailure(aclrtProcessReport(1), ACL_ERROR_RT_REPORT_TIMEOUT, {"no callback came"});
  EXPECT_EQ(aclrtProcessHostFunc(-1), ACL_SUCCESS);
  EXPECT_EQ(threads_.size(), 1U);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
}

TEST_F(HostFunctionTest, AFunctionThatItsThreadNeverBeginsFails) {
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  TakeMessages();
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_NO_CB_REG, {"aclrtSubscribeHostFunc"});
  EXPECT_TRUE(threads_.empty());
}

TEST_F(HostFunctionTest, AStreamThatIsDestroyedDropsThem) {
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(LaunchNote(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  stream_ = nullptr;
  EXPECT_TRUE(threads_.empty());
  ExpectFailure(aclrtProcessHostFunc(1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"aclrtSubscribeHostFunc"});
}

TEST_F(HostFunctionTest, ArgumentsAreChecked) {
  ExpectFailure(aclrtProcessHostFunc(1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"bound to no stream"});
  ExpectFailure(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"threadId"});
  ASSERT_EQ(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
  ExpectFailure(aclrtSubscribeHostFunc(ThisThread(), stream_), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"stream"});
  ExpectFailure(aclrtUnSubscribeHostFunc(ThisThread(), other_), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"stream"});
  ExpectFailure(aclrtProcessHostFunc(0), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  ExpectFailure(aclrtProcessHostFunc(1), ACL_ERROR_RT_REPORT_TIMEOUT, {});
  EXPECT_EQ(aclrtUnSubscribeHostFunc(ThisThread(), stream_), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
