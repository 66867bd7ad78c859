// SPDX-License-Identifier: Apache-2.0
//
// Events: waits with a limit, resets, and what can be asked about events.
#include <gtest/gtest.h>

#include <ctime>

#include <set>
#include <vector>

#include "runtime/core/testing.h"
#include "runtime/stream/stream_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr uint32_t kNotInThisTest = 3600;  // seconds

class EventWaitTest : public TwoStreamsTest {
 protected:
  void SetUp() override {
    TwoStreamsTest::SetUp();
    ASSERT_EQ(aclrtCreateEvent(&plain_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventWithFlag(&sync_, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventWithFlag(&timed_, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventExWithFlag(&ex_, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS);
    for (aclrtEvent event : {plain_, sync_, timed_, ex_}) {
      aclrtDestroyEvent(event);
    }
    TwoStreamsTest::TearDown();
  }
  static aclrtEventStatus Query(aclrtEvent event) {
    aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
    EXPECT_EQ(aclrtQueryEvent(event, &status), ACL_SUCCESS);
    return status;
  }
  static aclrtEventWaitStatus QueryWaits(aclrtEvent event) {
    aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_RESERVED;
    EXPECT_EQ(aclrtQueryEventWaitStatus(event, &status), ACL_SUCCESS);
    return status;
  }

  aclrtEvent plain_ = nullptr;
  aclrtEvent sync_ = nullptr;
  aclrtEvent timed_ = nullptr;
  aclrtEvent ex_ = nullptr;
};

TEST_F(EventWaitTest, AWaitMayHaveALimit) {
  for (aclrtEvent event : {plain_, sync_, ex_}) {
    for (const int form : {0, 1, 2, 3}) {
      Gate gate;
      gate.Block(stream_);
      EXPECT_EQ(aclrtRecordEventWithFlag(event, stream_, ACL_EVENT_RECORD_DEFAULT), ACL_SUCCESS);
      const uint32_t limit = form % 2 == 0 ? 0 : kNotInThisTest;
      if (form < 2) {
        EXPECT_EQ(aclrtStreamWaitEventWithTimeout(other_, event, static_cast<int32_t>(limit)), ACL_SUCCESS);
      } else {
        EXPECT_EQ(aclrtStreamWaitEventWithFlag(other_, event, limit, ACL_EVENT_WAIT_DEFAULT), ACL_SUCCESS);
      }
      std::atomic<int> runs{0};
      EXPECT_EQ(Launch(other_, 0, &runs), ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other_, 2), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
      EXPECT_EQ(runs, 0);
      gate.Open();
      EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
      EXPECT_EQ(runs, 1);
    }
  }
}

// The API counts in seconds: one second for all that can expire.
TEST_F(EventWaitTest, AnExpiredWaitFailsAsATaskDoes) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(plain_, stream_), ACL_SUCCESS);
  aclrtNotify notify = nullptr;
  aclrtCntNotify counting = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
  ASSERT_EQ(aclrtCntNotifyCreate(&counting, 0), ACL_SUCCESS);
  aclrtCntNotifyWaitInfo info{ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 1, 1, 0, {}};
  std::vector<aclrtStream> streams(5);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSetOpWaitTimeout(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(streams[0], plain_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS) << "is for later waits";
  EXPECT_EQ(aclrtStreamWaitEvent(other_, plain_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEventWithTimeout(streams[1], plain_, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEventWithFlag(streams[2], plain_, 1, ACL_EVENT_WAIT_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify, streams[3], 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtCntNotifyWaitWithTimeout(counting, streams[4], &info), ACL_SUCCESS);
  std::atomic<int> runs{0};
  for (aclrtStream stream : streams) {
    EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(QueryWaits(plain_), ACL_EVENT_WAIT_STATUS_NOT_READY);
  for (aclrtStream stream : streams) {
    ExpectFailure(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT, {"1000 ms"});
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "reported once";
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(runs, 5) << "later tasks run";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS) << "this one has no limit";
  EXPECT_EQ(QueryWaits(plain_), ACL_EVENT_WAIT_STATUS_COMPLETE);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  EXPECT_EQ(aclrtCntNotifyDestroy(counting), ACL_SUCCESS);
}

TEST_F(EventWaitTest, ArgumentsOfWaitsAndRecordsAreChecked) {
  ExpectFailure(aclrtStreamWaitEventWithTimeout(other_, plain_, -1), ACL_ERROR_RT_PARAM_INVALID,
                {"timeout", "-1"});
  ExpectFailure(aclrtStreamWaitEventWithTimeout(other_, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"event"});
  ExpectFailure(aclrtStreamWaitEventWithTimeout(other_, timed_, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"ACL_EVENT_SYNC"});
  ExpectFailure(aclrtStreamWaitEventWithFlag(other_, ex_, 0, ACL_EVENT_WAIT_EXTERNAL),
                ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream", "graph"});
  ExpectFailure(aclrtStreamWaitEventWithFlag(other_, ex_, 0, 2), ACL_ERROR_RT_PARAM_INVALID, {"flag", "2"});
  ExpectFailure(aclrtStreamWaitEventWithFlag(other_, stream_, 0, 0), ACL_ERROR_RT_INVALID_HANDLE, {"event"});
  ExpectFailure(aclrtRecordEventWithFlag(ex_, stream_, ACL_EVENT_RECORD_EXTERNAL),
                ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream", "graph"});
  ExpectFailure(aclrtRecordEventWithFlag(ex_, stream_, 9), ACL_ERROR_RT_PARAM_INVALID, {"flag", "9"});
  ExpectFailure(aclrtRecordEventWithFlag(nullptr, stream_, 0), ACL_ERROR_INVALID_PARAM, {"event"});
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtStreamWaitEventWithTimeout(nullptr, plain_, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"event", "device"});
  ExpectFailure(aclrtResetEvent(plain_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"event", "device"});
  ExpectFailure(aclrtResetEvent(plain_, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
  OnNewThread([&] {
    ExpectFailure(aclrtStreamWaitEventWithTimeout(other_, plain_, 1), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS) << "it is the process's";
  });
}

TEST_F(EventWaitTest, ResetMakesAnEventUnrecorded) {
  for (aclrtEvent event : {sync_, plain_}) {
    EXPECT_EQ(Query(event), ACL_EVENT_STATUS_NOT_READY) << "never recorded";
    EXPECT_EQ(aclrtResetEvent(event, other_), ACL_SUCCESS) << "nothing to reset";
    for (int round = 0; round < 3; ++round) {
      Gate gate;
      gate.Block(stream_);
      EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
      EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
      EXPECT_EQ(aclrtResetEvent(event, other_), ACL_SUCCESS);
      EXPECT_EQ(Query(event), ACL_EVENT_STATUS_NOT_READY);
      gate.Open();
      EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
      EXPECT_EQ(Query(event), ACL_EVENT_STATUS_NOT_READY) << "reset behind the wait";
      EXPECT_EQ(RecordedStatus(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    }
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(Query(event), ACL_EVENT_STATUS_COMPLETE);
  }
}

TEST_F(EventWaitTest, ResetLeavesLaterRecordsAlone) {
  Gate gate;
  EXPECT_EQ(aclrtRecordEvent(sync_, stream_), ACL_SUCCESS);
  gate.Block(other_);
  EXPECT_EQ(aclrtResetEvent(sync_, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(sync_, stream_), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Query(sync_), ACL_EVENT_STATUS_COMPLETE);
}

TEST_F(EventWaitTest, ResetIsNotForEveryEvent) {
  ExpectFailure(aclrtResetEvent(ex_, stream_), ACL_ERROR_RT_PARAM_INVALID, {"event", "ExWithFlag"});
  ExpectFailure(aclrtResetEvent(timed_, stream_), ACL_ERROR_RT_PARAM_INVALID, {"event", "ACL_EVENT_SYNC"});
  ExpectFailure(aclrtResetEvent(nullptr, stream_), ACL_ERROR_INVALID_PARAM, {"event", "null"});
}

TEST_F(EventWaitTest, QueryTellsOfTheRecord) {
  for (aclrtEvent event : {plain_, sync_, timed_}) {
    Gate gate;
    gate.Block(stream_);
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    EXPECT_EQ(Query(event), ACL_EVENT_STATUS_NOT_READY);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(Query(event), ACL_EVENT_STATUS_COMPLETE);
  }
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  ExpectFailure(aclrtQueryEvent(ex_, &status), ACL_ERROR_RT_PARAM_INVALID, {"event", "ExWithFlag"});
  EXPECT_EQ(status, ACL_EVENT_STATUS_RESERVED);
  ExpectFailure(aclrtQueryEvent(plain_, nullptr), ACL_ERROR_INVALID_PARAM, {"status", "null"});
  ExpectFailure(aclrtQueryEvent(nullptr, &status), ACL_ERROR_INVALID_PARAM, {"event", "null"});
}

TEST_F(EventWaitTest, QueryTellsOfTheWaits) {
  for (aclrtEvent event : {plain_, sync_}) {
    EXPECT_EQ(QueryWaits(event), ACL_EVENT_WAIT_STATUS_COMPLETE) << "there is none";
    Gate gate;
    gate.Block(other_);
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(QueryWaits(event), ACL_EVENT_WAIT_STATUS_NOT_READY)
        << "the event is complete, and the stream has not got there";
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
    EXPECT_EQ(QueryWaits(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
  }
  aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_RESERVED;
  ExpectFailure(aclrtQueryEventWaitStatus(ex_, &status), ACL_ERROR_RT_PARAM_INVALID, {"event", "ExWithFlag"});
  EXPECT_EQ(status, ACL_EVENT_WAIT_STATUS_RESERVED);
  ExpectFailure(aclrtQueryEventWaitStatus(plain_, nullptr), ACL_ERROR_INVALID_PARAM, {"status"});
}

TEST_F(EventWaitTest, WaitsThatAreDroppedAreOver) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(sync_, stream_), ACL_SUCCESS);
  aclrtStream waiting = nullptr;
  ASSERT_EQ(aclrtCreateStream(&waiting), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(waiting, sync_), ACL_SUCCESS);
  EXPECT_EQ(QueryWaits(sync_), ACL_EVENT_WAIT_STATUS_NOT_READY);
  EXPECT_EQ(aclrtDestroyStreamForce(waiting), ACL_SUCCESS) << "the event need not come";
  EXPECT_EQ(QueryWaits(sync_), ACL_EVENT_WAIT_STATUS_COMPLETE);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(EventWaitTest, TimestampsCountFromTheSystemsStart) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000 + static_cast<uint64_t>(time.tv_nsec) / 1000;
  };
  for (aclrtEvent event : {plain_, timed_, ex_}) {
    uint64_t timestamp = 7;
    ExpectFailure(aclrtEventGetTimestamp(event, &timestamp), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                  {"event", "never recorded"});
    Gate gate;
    gate.Block(stream_);
    const uint64_t before = now();
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    ExpectFailure(aclrtEventGetTimestamp(event, &timestamp), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                  {"event", "not done"});
    EXPECT_EQ(timestamp, 7U);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtEventGetTimestamp(event, &timestamp), ACL_SUCCESS);
    EXPECT_GE(timestamp, before);
    EXPECT_LE(timestamp, now());
  }
  uint64_t timestamp = 7;
  EXPECT_EQ(aclrtRecordEvent(sync_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(sync_), ACL_SUCCESS);
  ExpectFailure(aclrtEventGetTimestamp(sync_, &timestamp), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                {"ACL_EVENT_TIME_LINE"});
  ExpectFailure(aclrtEventGetTimestamp(plain_, nullptr), ACL_ERROR_INVALID_PARAM, {"timestamp", "null"});
  EXPECT_EQ(timestamp, 7U);
}

TEST_F(EventWaitTest, IdsAreUnique) {
  std::set<uint32_t> ids;
  for (aclrtEvent event : {plain_, sync_, timed_, ex_}) {
    uint32_t id = 0;
    EXPECT_EQ(aclrtGetEventId(event, &id), ACL_SUCCESS);
    EXPECT_TRUE(ids.insert(id).second);
    uint32_t again = 0;
    EXPECT_EQ(aclrtGetEventId(event, &again), ACL_SUCCESS);
    EXPECT_EQ(again, id);
  }
  uint32_t id = 7;
  ExpectFailure(aclrtGetEventId(nullptr, &id), ACL_ERROR_INVALID_PARAM, {"event"});
  ExpectFailure(aclrtGetEventId(plain_, nullptr), ACL_ERROR_INVALID_PARAM, {"eventId"});
  EXPECT_EQ(id, 7U);
}

TEST_F(EventWaitTest, TheEventsThatAreLeftAreCounted) {
  uint32_t before = 0;
  uint32_t after = 0;
  EXPECT_EQ(aclrtGetEventAvailNum(&before), ACL_SUCCESS);
  EXPECT_EQ(before, 65535U) << "one of the fixture's counts";
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetEventAvailNum(&after), ACL_SUCCESS);
  EXPECT_EQ(after, before - 1);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetEventAvailNum(&after), ACL_SUCCESS);
  EXPECT_EQ(after, before);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetEventAvailNum(&after), ACL_SUCCESS);
  EXPECT_EQ(after, 65536U) << "each device has its own";
  ExpectFailure(aclrtGetEventAvailNum(nullptr), ACL_ERROR_INVALID_PARAM, {"eventCount"});
}

TEST_F(EventWaitTest, ThousandStreamsWaitForOneEvent) {
  constexpr size_t kStreams = 1000;
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(plain_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpWaitTimeout(kNotInThisTest), ACL_SUCCESS);
  std::vector<aclrtStream> streams(kStreams);
  std::atomic<int> runs{0};
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, plain_), ACL_SUCCESS);
    ASSERT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(Launch(other_, 0), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeByThePool(other_), ACL_SUCCESS) << "others go on meanwhile";
  EXPECT_EQ(runs, 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(runs, static_cast<int>(kStreams));
  EXPECT_EQ(QueryWaits(plain_), ACL_EVENT_WAIT_STATUS_COMPLETE);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

}  // namespace
}  // namespace openaclnn::runtime
