// SPDX-License-Identifier: Apache-2.0
//
// aclrtStreamAbort, aclrtStreamStop and aclrtPersistentTaskClean.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "runtime/core/testing.h"
#include "runtime/stream/stream_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclError kFailure = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;
constexpr aclError kAborted = ACL_ERROR_RT_STREAM_ABORT;

class AbortTest : public TwoStreamsTest {
 protected:
  void SetUp() override {
    TwoStreamsTest::SetUp();
    ASSERT_EQ(aclrtCreateEvent(&event_), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyEvent(event_), ACL_SUCCESS);
    TwoStreamsTest::TearDown();
  }
  // Runs the call on a thread of its own, in the test's context.
  static std::future<aclError> Meanwhile(aclError (*call)(aclrtStream), aclrtStream stream) {
    return std::async(std::launch::async, [call, stream] {
      const aclError status = aclrtSetDevice(0);
      return status == ACL_SUCCESS ? call(stream) : status;
    });
  }
  // Returns once an abort of the stream is on its way.
  void AwaitAbort(aclrtStream stream) {
    aclError status = ACL_SUCCESS;
    while (status == ACL_SUCCESS) {
      status = Launch(stream, 0, &runs_);
    }
    EXPECT_EQ(status, kAborted) << "meanwhile the stream takes no task";
  }

  aclrtEvent event_ = nullptr;
  std::atomic<int> runs_{0};
};

TEST_F(AbortTest, DropsWhatIsQueuedAndWaitsForWhatRuns) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  std::future<aclError> abort = Meanwhile(aclrtStreamAbort, stream_);
  AwaitAbort(stream_);
  ExpectFailure(aclrtSynchronizeStreamWithTimeout(stream_, 1), kAborted,
                {"aclrtSynchronizeStreamWithTimeout", "aborted"});
  gate.Open();
  EXPECT_EQ(abort.get(), ACL_SUCCESS);
  EXPECT_EQ(runs_, 0);
  ExpectFailure(aclrtSynchronizeEvent(event_), kAborted, {"aborted"});
  // As new.
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
}

TEST_F(AbortTest, WhoeverSynchronizesIsTold) {
  Gate gate;
  gate.Block(stream_);
  std::promise<void> waiting;
  std::future<aclError> waiter = std::async(std::launch::async, [&] {
    aclError status = aclrtSetDevice(0);
    waiting.set_value();
    do {
      status = aclrtSynchronizeStreamWithTimeout(stream_, 20);
    } while (status == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    return status;
  });
  waiting.get_future().wait();
  std::future<aclError> abort = Meanwhile(aclrtStreamAbort, stream_);
  EXPECT_EQ(waiter.get(), kAborted);
  gate.Open();
  EXPECT_EQ(abort.get(), ACL_SUCCESS);
}

TEST_F(AbortTest, EndsAWait) {
  Gate gate;
  BlockAndWait(gate, other_, event_, stream_, &runs_);
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "the event need not come";
  EXPECT_EQ(runs_, 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS) << "the other stream was left alone";
}

TEST_F(AbortTest, StreamsThatWaitForADroppedRecordGoOn) {
  Gate gate;
  BlockAndWait(gate, stream_, event_, other_, &runs_);
  std::future<aclError> abort = Meanwhile(aclrtStreamAbort, stream_);
  gate.Open();
  EXPECT_EQ(abort.get(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
}

TEST_F(AbortTest, ForgetsAFailure) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(AbortTest, DoesNotReviveAStoppedContext) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(Launch(stream_, 0, &runs_), kFailure);
}

TEST_F(AbortTest, TakesTheDefaultStreamAndIdleOnes) {
  EXPECT_EQ(aclrtStreamAbort(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
}

TEST_F(AbortTest, StopEndsAWaitAndKeepsTheQueue) {
  Gate gate;
  BlockAndWait(gate, other_, event_, stream_, &runs_);
  // The stream may be on its way to the wait: what does not run yet is not stopped.
  aclError status = ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
  while (status == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT) {
    EXPECT_EQ(aclrtStreamStop(stream_), ACL_SUCCESS);
    status = aclrtSynchronizeStreamWithTimeout(stream_, 1);
  }
  EXPECT_EQ(status, ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
}

TEST_F(AbortTest, StopWaitsForWhatRuns) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  std::future<aclError> stop = Meanwhile(aclrtStreamStop, stream_);
  EXPECT_EQ(stop.wait_for(std::chrono::milliseconds(10)), std::future_status::timeout);
  gate.Open();
  EXPECT_EQ(stop.get(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(aclrtStreamStop(stream_), ACL_SUCCESS) << "nothing runs";
}

TEST_F(AbortTest, PersistentTasksAreDropped) {
  aclrtStream persistent = nullptr;
  ASSERT_EQ(aclrtCreateStreamWithConfig(&persistent, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
  Gate gate;
  gate.Block(persistent);
  EXPECT_EQ(Launch(persistent, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtPersistentTaskClean(persistent), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtDestroyStream(persistent), ACL_SUCCESS);
  EXPECT_EQ(runs_, 0);
}

TEST_F(AbortTest, BadArguments) {
  ExpectFailure(aclrtStreamStop(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"});
  ExpectFailure(aclrtPersistentTaskClean(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"});
  ExpectFailure(aclrtPersistentTaskClean(stream_), ACL_ERROR_RT_PARAM_INVALID, {"ACL_STREAM_PERSISTENT"});
  for (const auto call : {aclrtStreamAbort, aclrtStreamStop, aclrtPersistentTaskClean}) {
    ExpectFailure(call(event_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
    OnNewThread([&] { ExpectFailure(call(stream_), ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
  }
}

// The product is read once, so this one gets a process of its own.
TEST(AbortDeathTest, NoPersistentStreamsOfAscend950) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    setenv("OPENACLNN_SOC", "Ascend950PR_9599", 1);  // NOLINT(concurrency-mt-unsafe)
    aclrtStream plain = nullptr;
    aclrtStream persistent = nullptr;
    const bool good = aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS &&
                      aclrtCreateStream(&plain) == ACL_SUCCESS &&
                      aclrtCreateStreamWithConfig(&persistent, 0, ACL_STREAM_PERSISTENT) == ACL_SUCCESS &&
                      aclrtStreamAbort(plain) == ACL_SUCCESS &&
                      aclrtStreamAbort(persistent) == ACL_ERROR_RT_PARAM_INVALID;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::runtime
