// SPDX-License-Identifier: Apache-2.0
//
// Failures of queued work: where they surface, and what they stop.
#include <gtest/gtest.h>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclError kFailure = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;
constexpr aclError kOtherFailure = ACL_ERROR_RT_AICORE_EXCEPTION;

class FailureTest : public TwoStreamsTest {
 protected:
  std::atomic<int> runs_{0};
};

TEST_F(FailureTest, SurfacesOnceAtTheNextSynchronize) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  ExpectFailure(aclrtSynchronizeStream(stream_), kFailure, {"aclrtSynchronizeStream", "told to fail"});
  EXPECT_EQ(runs_, 1) << "later tasks run";
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 2);
}

TEST_F(FailureTest, DoesNotReachOtherStreams) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(Launch(other_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
}

TEST_F(FailureTest, SurfacesAtSynchronizeDeviceAndEvent) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), kFailure);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), kFailure);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(FailureTest, SynchronizeDeviceKeepsAFailureWhenItsTimeIsOver) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    ASSERT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  }
  Gate gate;
  gate.Block(other_);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(10), kFailure);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST_F(FailureTest, DestroyAndQueryReportNothing) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    ASSERT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(FailureTest, StopModeDropsAndRefuses) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs_), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(runs_, 0) << "tasks behind the failure are dropped";
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure) << "the failure stays";
  EXPECT_EQ(Launch(stream_, 0, &runs_), kFailure) << "no new tasks";
  EXPECT_EQ(runs_, 0);
}

TEST_F(FailureTest, StopModeEndsWithItsStreams) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(other_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), kFailure);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS) << "no stream is left that stops the context";
  EXPECT_EQ(Launch(other_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(runs_, 1);
}

TEST_F(FailureTest, StopModeLastsUntilAStreamsLastTask) {
  aclrtStream ending = nullptr;
  ASSERT_EQ(aclrtCreateStream(&ending), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetStreamFailureMode(ending, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  Gate gate;
  gate.Block(ending);
  EXPECT_EQ(Launch(ending, kFailure), ACL_SUCCESS);
  std::thread destroyer([ending] { EXPECT_EQ(aclrtDestroyStream(ending), ACL_SUCCESS); });
  UntilDead(ending);
  gate.Open();
  destroyer.join();
  EXPECT_EQ(aclrtSynchronizeStream(other_), kFailure);
}

TEST_F(FailureTest, StopModeStopsTheWholeContextAtOnce) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  // A stream in the middle of something, and one that waits for it.
  Gate gate;
  gate.Block(other_);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  EXPECT_EQ(Launch(other_, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  // Nobody synchronizes, yet it shows.
  aclError status = ACL_SUCCESS;
  std::atomic<int> late{0};
  while (status == ACL_SUCCESS) {
    status = Launch(stream_, 0, &late);
  }
  EXPECT_EQ(status, kFailure);
  EXPECT_EQ(late, 0) << "nothing runs behind the failure";
  EXPECT_EQ(Launch(other_, 0, &runs_), kFailure);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), kFailure) << "who waits for the other stream is released";
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other_, 1), kFailure) << "although a task of it still runs";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), kFailure) << "the record was dropped";
  EXPECT_EQ(aclrtSynchronizeDevice(), kFailure);
  EXPECT_EQ(runs_, 0) << "what the others had not started is dropped";
  for (aclrtStream stream : {stream_, other_, aclrtStream{nullptr}}) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), kFailure);
    EXPECT_EQ(Launch(stream, 0, &runs_), kFailure);
    EXPECT_EQ(aclrtRecordEvent(event, stream), kFailure);
  }
  aclrtStream fresh = nullptr;
  ASSERT_EQ(aclrtCreateStream(&fresh), ACL_SUCCESS) << "objects can still be made";
  EXPECT_EQ(Launch(fresh, 0, &runs_), kFailure);
  EXPECT_EQ(aclrtDestroyStream(fresh), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(runs_, 0);
}

TEST_F(FailureTest, TheFirstFailureStopsAndStays) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  Gate gate;
  gate.Block(other_);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(aclrtSetStreamFailureMode(stream_, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), kFailure);
  EXPECT_EQ(Launch(stream_, 0, &runs_), kFailure) << "the way out is a new context or a reset";
}

TEST_F(FailureTest, AFailureBeforeStopModeIsReportedOnce) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    ASSERT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(FailureTest, AnyStreamCanStopAContextInStopMode) {
  ASSERT_EQ(aclrtSetStreamFailureMode(nullptr, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Launch(other_, kOtherFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), kOtherFailure);
  EXPECT_EQ(Launch(stream_, 0, &runs_), kOtherFailure);
}

TEST_F(FailureTest, AnotherStreamsSynchronizeFindsTheFailure) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    ASSERT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(other_), kFailure);
}

TEST_F(FailureTest, AStoppedContextLeavesMemoryAndOthersAlone) {
  aclrtContext primary = nullptr;
  aclrtContext fresh = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  void* block = nullptr;
  int number = 5;
  EXPECT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(block, 64, &number, sizeof number, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&fresh, 0), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "a new context works";
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(aclrtDestroyContext(fresh), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "so does a reset device";
  EXPECT_EQ(runs_, 2);
}

TEST_F(FailureTest, StopModeWithoutAFailureChangesNothing) {
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  for (aclrtStream stream : {stream_, other_, aclrtStream{nullptr}}) {
    EXPECT_EQ(Launch(stream, 0, &runs_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(runs_, 3);
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "back in continue mode";
  ExpectFailure(aclrtSetStreamFailureMode(stream_, 2), ACL_ERROR_RT_PARAM_INVALID, {"mode", "2"});
}

}  // namespace
}  // namespace openaclnn::runtime
