// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "runtime/core/testing.h"
#include "runtime/stream/stream_testing.h"

namespace openaclnn::runtime {
namespace {

class EventTest : public TwoStreamsTest {
 protected:
  void TearDown() override {
    for (aclrtEvent event : events_) {
      aclrtDestroyEvent(event);
    }
    TwoStreamsTest::TearDown();
  }
  aclrtEvent Plain() {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    return events_.emplace_back(event);
  }
  aclrtEvent WithFlag(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, flag), ACL_SUCCESS);
    return events_.emplace_back(event);
  }
  aclrtEvent ExWithFlag(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flag), ACL_SUCCESS);
    return events_.emplace_back(event);
  }

  std::vector<aclrtEvent> events_;
};

TEST_F(EventTest, AStreamWaitsForAnother) {
  for (aclrtEvent event : {Plain(), WithFlag(ACL_EVENT_SYNC), ExWithFlag(ACL_EVENT_SYNC)}) {
    Gate gate;
    std::atomic<int> runs{0};
    BlockAndWait(gate, stream_, event, other_, &runs);
    EXPECT_EQ(RecordedStatus(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other_, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(runs, 0);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(RecordedStatus(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  }
}

TEST_F(EventTest, AWaitBindsToTheLatestRecordAtThatTime) {
  aclrtEvent event = ExWithFlag(ACL_EVENT_SYNC);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS) << "the later record changes nothing";
  EXPECT_EQ(RecordedStatus(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
}

TEST_F(EventTest, ManyStreamsMayWaitForOneEvent) {
  aclrtEvent event = Plain();
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  std::vector<aclrtStream> streams(10);
  std::atomic<int> runs{0};
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(runs, 0);
  gate.Open();
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(runs, 10);
}

TEST_F(EventTest, AnUnrecordedEventMakesNothingWait) {
  for (aclrtEvent event : {Plain(), WithFlag(ACL_EVENT_SYNC), ExWithFlag(ACL_EVENT_SYNC)}) {
    EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, 1), ACL_SUCCESS);
  }
}

TEST_F(EventTest, BeforeTheFirstRecordTheStatusDependsOnTheCreator) {
  EXPECT_EQ(RecordedStatus(Plain()), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_EQ(RecordedStatus(WithFlag(ACL_EVENT_CAPTURE_STREAM_PROGRESS)), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_EQ(RecordedStatus(ExWithFlag(ACL_EVENT_CAPTURE_STREAM_PROGRESS)),
            ACL_EVENT_RECORDED_STATUS_COMPLETE);
  ExpectFailure(aclrtQueryEventStatus(Plain(), nullptr), ACL_ERROR_INVALID_PARAM, {"status", "null"});
}

TEST_F(EventTest, SynchronizeEndsInTime) {
  aclrtEvent event = Plain();
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  ExpectFailure(aclrtSynchronizeEventWithTimeout(event, 10), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, {"10 ms"});
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, -1), ACL_SUCCESS);
  ExpectFailure(aclrtSynchronizeEventWithTimeout(event, 0), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  ExpectFailure(aclrtSynchronizeEventWithTimeout(event, -2), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
}

TEST_F(EventTest, StreamWaitNeedsTheSyncFlag) {
  for (aclrtEvent event : {WithFlag(ACL_EVENT_TIME_LINE), ExWithFlag(ACL_EVENT_CAPTURE_STREAM_PROGRESS)}) {
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    ExpectFailure(aclrtStreamWaitEvent(other_, event), ACL_ERROR_RT_PARAM_INVALID,
                  {"event", "ACL_EVENT_SYNC"});
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS) << "the host may wait for any event";
  }
}

TEST_F(EventTest, FlagsAreChecked) {
  aclrtEvent event = nullptr;
  EXPECT_NE(WithFlag(0x0e), nullptr) << "bits without a name are ignored";
  EXPECT_NE(ExWithFlag(0x0e), nullptr);
  EXPECT_NE(WithFlag(ACL_EVENT_EXTERNAL), nullptr);
  ExpectFailure(aclrtCreateEventWithFlag(&event, ACL_EVENT_EXTERNAL | ACL_EVENT_SYNC),
                ACL_ERROR_RT_PARAM_INVALID, {"flag", "33"});
  EXPECT_NE(ExWithFlag(ACL_EVENT_IPC), nullptr);
  ExpectFailure(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC | ACL_EVENT_SYNC),
                ACL_ERROR_RT_PARAM_INVALID, {"flag"});
  EXPECT_EQ(event, nullptr);
  ExpectFailure(aclrtCreateEvent(nullptr), ACL_ERROR_INVALID_PARAM, {"event", "null"});
  ExpectFailure(aclrtCreateEventWithFlag(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"event", "null"});
  ExpectFailure(aclrtCreateEventExWithFlag(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"event", "null"});
}

TEST_F(EventTest, ElapsedTimeIsMeasuredInMilliseconds) {
  for (const bool plain : {true, false}) {
    aclrtEvent start = plain ? Plain() : ExWithFlag(ACL_EVENT_TIME_LINE);
    aclrtEvent end = plain ? Plain() : WithFlag(ACL_EVENT_TIME_LINE);
    float milliseconds = -1;
    ExpectFailure(aclrtEventElapsedTime(&milliseconds, start, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                  {"startEvent", "never recorded"});
    EXPECT_EQ(aclrtRecordEvent(start, stream_), ACL_SUCCESS);
    Gate gate;
    gate.Block(stream_);
    EXPECT_EQ(aclrtRecordEvent(end, stream_), ACL_SUCCESS);
    ExpectFailure(aclrtEventElapsedTime(&milliseconds, start, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                  {"endEvent", "not done"});
    EXPECT_EQ(milliseconds, -1) << "outputs stay untouched on failure";
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtEventElapsedTime(&milliseconds, start, end), ACL_SUCCESS);
    EXPECT_GE(milliseconds, 20);
    EXPECT_LT(milliseconds, 20000);
    ExpectFailure(aclrtEventElapsedTime(&milliseconds, end, start), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                  {"endEvent"});
    EXPECT_EQ(aclrtEventElapsedTime(&milliseconds, end, end), ACL_SUCCESS);
    EXPECT_EQ(milliseconds, 0);
  }
  float milliseconds = -1;
  aclrtEvent untimed = WithFlag(ACL_EVENT_SYNC);
  EXPECT_EQ(aclrtRecordEvent(untimed, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(untimed), ACL_SUCCESS);
  ExpectFailure(aclrtEventElapsedTime(&milliseconds, untimed, untimed), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                {"ACL_EVENT_TIME_LINE"});
  ExpectFailure(aclrtEventElapsedTime(nullptr, untimed, untimed), ACL_ERROR_INVALID_PARAM, {"ms", "null"});
  ExpectFailure(aclrtEventElapsedTime(&milliseconds, nullptr, untimed), ACL_ERROR_INVALID_PARAM,
                {"startEvent"});
}

TEST_F(EventTest, EventAndStreamMustBeOfOneDevice) {
  aclrtEvent event = Plain();
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"event", "device 1", "device 0"});
  ExpectFailure(aclrtStreamWaitEvent(nullptr, event), ACL_ERROR_RT_PARAM_INVALID, {"event", "device"});
  ExpectFailure(aclrtRecordEvent(event, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream", "device"});
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS) << "the host may wait wherever it is";
  EXPECT_EQ(RecordedStatus(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
}

TEST_F(EventTest, DestroyNeverWaits) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  Gate gate;
  std::atomic<int> runs{0};
  BlockAndWait(gate, stream_, event, other_, &runs);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(runs, 0) << "the wait holds";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  ExpectFailure(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE, {"event", "destroyed"});
  ExpectFailure(aclrtRecordEvent(event, stream_), ACL_ERROR_RT_INVALID_HANDLE, {"event", "destroyed"});
  ExpectFailure(aclrtStreamWaitEvent(stream_, event), ACL_ERROR_RT_INVALID_HANDLE, {"event", "destroyed"});
  ExpectFailure(aclrtSynchronizeEvent(event), ACL_ERROR_RT_INVALID_HANDLE, {"event", "destroyed"});
  ExpectFailure(aclrtDestroyEvent(nullptr), ACL_ERROR_INVALID_PARAM, {"event", "null"});
  ExpectFailure(aclrtDestroyEvent(stream_), ACL_ERROR_RT_INVALID_HANDLE, {"event", "never was one"});
}

TEST_F(EventTest, AnEventDoesNotTakePartAcrossAReset) {
  aclrtEvent event = Plain();
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectFailure(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"event", "reset"});
  ExpectFailure(aclrtStreamWaitEvent(nullptr, event), ACL_ERROR_RT_INVALID_HANDLE, {"event", "reset"});
}

TEST_F(EventTest, TheNumberOfSyncEventsIsLimited) {
  constexpr size_t kLimit = 65536;
  std::vector<aclrtEvent> events(kLimit);
  for (aclrtEvent& event : events) {
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  }
  aclrtEvent more = nullptr;
  ExpectFailure(aclrtCreateEventWithFlag(&more, ACL_EVENT_SYNC), ACL_ERROR_RT_NO_EVENT_RESOURCE, {"65536"});
  EXPECT_NE(WithFlag(ACL_EVENT_TIME_LINE), nullptr) << "others do not count";
  EXPECT_NE(ExWithFlag(ACL_EVENT_SYNC), nullptr);
  for (aclrtEvent event : events) {
    ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  }
  EXPECT_NE(WithFlag(ACL_EVENT_SYNC), nullptr);
}

}  // namespace
}  // namespace openaclnn::runtime
