// SPDX-License-Identifier: Apache-2.0
//
// Graphs of several streams, and what they do besides work on memory: events, host functions, values.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <vector>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {
namespace {

class GraphStreamsTest : public GraphTest {
 protected:
  void SetUp() override {
    GraphTest::SetUp();
    for (aclrtEvent* const event : {&fork_, &join_}) {
      ASSERT_EQ(aclrtCreateEventExWithFlag(event, ACL_EVENT_SYNC), ACL_SUCCESS);
    }
  }
  void TearDown() override {
    GraphTest::TearDown();
    for (aclrtEvent const event : {fork_, join_}) {
      aclrtDestroyEvent(event);
    }
  }
  // `to` waits for what `from` was given.
  static void Order(aclrtEvent event, aclrtStream from, aclrtStream to) {
    EXPECT_EQ(aclrtRecordEvent(event, from), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(to, event), ACL_SUCCESS);
  }
  void ExpectNoGraph(aclError status, const char* fragment) {
    aclmdlRI none = nullptr;
    ExpectFailure(aclmdlRICaptureEnd(stream_, &none), status, {fragment});
    EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  }

  aclrtEvent fork_ = nullptr;
  aclrtEvent join_ = nullptr;
};

TEST_F(GraphStreamsTest, StreamsJoinByEvents) {
  const Block input(All(3));
  const Block left;
  const Block square;
  const Block right;
  const Block out;
  aclrtStream third = nullptr;
  ASSERT_EQ(aclrtCreateStream(&third), ACL_SUCCESS);
  Begin();
  EXPECT_EQ(Add(input.Get(), input.Get(), left.Get(), stream_), 0);
  Order(fork_, stream_, other_);
  aclmdlRI graph = nullptr;
  aclmdlRI joined = nullptr;
  EXPECT_EQ(StatusOf(stream_, &graph), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(StatusOf(other_, &joined), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(graph, joined);
  EXPECT_EQ(Mul(left.Get(), input.Get(), right.Get(), other_), 0);
  Order(join_, other_, third);  // joins by one that joined
  EXPECT_EQ(Add(right.Get(), input.Get(), right.Get(), third), 0);
  EXPECT_EQ(Mul(left.Get(), left.Get(), square.Get(), stream_), 0);
  Order(join_, third, stream_);
  EXPECT_EQ(Add(square.Get(), right.Get(), out.Get(), stream_), 0);
  ExpectFailure(aclmdlRICaptureEnd(other_, &joined), ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, {"stream"});
  End();
  EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(right.Read(), All(0));
  for (int i = 0; i < 50; ++i) {
    square.Write(All(0));
    right.Write(All(0));
    Execute();
    ASSERT_EQ(out.Read(), All(57));  // (3 + 3)^2 + (3 + 3) * 3 + 3
  }
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(third), ACL_SUCCESS);
  Execute();  // does not need the streams that it was captured on
}

TEST_F(GraphStreamsTest, AStreamThatJoinedHasToBeWaitedFor) {
  const Block block;
  const auto fill = [&](aclrtStream stream) {
    EXPECT_EQ(aclrtMemsetAsync(block.Get(), kBytes, 0, kBytes, stream), ACL_SUCCESS);
  };
  Begin();
  Order(fork_, stream_, other_);
  fill(other_);
  ExpectNoGraph(ACL_ERROR_RT_STREAM_UNJOINED, "stream");
  Begin();
  Order(fork_, stream_, other_);
  fill(other_);
  Order(join_, other_, stream_);
  fill(other_);  // behind the join
  ExpectNoGraph(ACL_ERROR_RT_STREAM_UNJOINED, "stream");
  Begin();
  Order(fork_, stream_, other_);
  ExpectNoGraph(ACL_ERROR_RT_STREAM_UNJOINED, "stream");
  Begin();
  Order(fork_, stream_, other_);
  Order(join_, other_, stream_);
  End();
  Execute();
}

TEST_F(GraphStreamsTest, CapturesDoNotMix) {
  Begin();
  ASSERT_EQ(aclmdlRICaptureBegin(other_, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), ACL_SUCCESS);
  ExpectFailure(aclrtStreamWaitEvent(other_, fork_), ACL_ERROR_STREAM_CAPTURE_CONFLICT, {"event"});
  aclmdlRI none = nullptr;
  for (aclrtStream const stream : {stream_, other_}) {
    EXPECT_EQ(StatusOf(stream), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    ExpectFailure(aclmdlRICaptureEnd(stream, &none), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"event"});
  }
}

TEST_F(GraphStreamsTest, ADefaultStreamCannotJoin) {
  Begin();
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), ACL_SUCCESS);
  ExpectFailure(aclrtStreamWaitEvent(nullptr, fork_), ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                {"default stream"});
  ExpectVoid("default stream");
}

TEST_F(GraphStreamsTest, AnEventIsItselfAgainAfterTheCapture) {
  Begin();
  Order(fork_, stream_, other_);
  Order(join_, other_, stream_);
  End();
  Gate gate;
  gate.Block(stream_);
  std::atomic<int> runs{0};
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), ACL_SUCCESS);
  EXPECT_EQ(Launch(other_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  TakeMessages();
  EXPECT_EQ(runs, 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
}

TEST_F(GraphStreamsTest, AFailureOnAnyStreamIsReported) {
  const Block rows;
  const Block table{4 * sizeof(float)};
  const Block workspace{kAddRowsWorkspace};
  const Block indices{4 * sizeof(int64_t)};
  const Block after;
  const std::array<int64_t, 4> wrong{0, 7, 0, 0};
  ASSERT_EQ(aclrtMemcpy(indices.Get(), sizeof wrong, wrong.data(), sizeof wrong, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  Begin();
  Order(fork_, stream_, other_);
  EXPECT_EQ(AddRows(rows.Get(), indices.Get(), table.Get(), workspace.Get(), other_), 0);
  Order(join_, other_, stream_);
  EXPECT_EQ(aclrtMemsetAsync(after.Get(), kBytes, 1, kBytes, stream_), ACL_SUCCESS);
  End();
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_NE(TakeMessages().find("aclnnEmbeddingDenseBackward"), std::string::npos);
    EXPECT_EQ(after.Read(), All(0));
  }
}

TEST_F(GraphStreamsTest, HostFunctionsRunAtEachExecution) {
  const Block value;
  const Block one(All(1));
  std::vector<int> calls;
  Begin();
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream_, [](void* list) { static_cast<std::vector<int>*>(list)->push_back(1); }, &calls),
            ACL_SUCCESS);
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream_, [](void* list) { static_cast<std::vector<int>*>(list)->push_back(2); }, &calls),
            ACL_SUCCESS);
  End();
  EXPECT_TRUE(calls.empty());
  Execute();
  Execute();
  EXPECT_EQ(calls, (std::vector<int>{1, 2, 1, 2}));
  EXPECT_EQ(value.Read(), All(4));
}

TEST_F(GraphStreamsTest, ValuesAreWrittenAndWaitedFor) {
  const Block words{2 * sizeof(uint64_t)};
  auto* const in = static_cast<uint64_t*>(words.Get());
  const auto write = [&](uint64_t value) {
    EXPECT_EQ(aclrtMemcpy(in, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  };
  const Block out;
  Begin();
  EXPECT_EQ(aclrtValueWait(in, 5, ACL_STREAM_WAIT_VALUE_EQ, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(out.Get(), kBytes, 0x40, kBytes, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtValueWrite(in + 1, 9, 0, stream_), ACL_SUCCESS);
  End();
  for (int i = 0; i < 2; ++i) {
    write(0);
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    TakeMessages();
    write(5);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  }
  std::array<uint64_t, 2> read{};
  EXPECT_EQ(aclrtMemcpy(read.data(), sizeof read, in, sizeof read, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(read[1], 9U);
}

// Of the graph with the streams around it.
TEST_F(GraphStreamsTest, ExternalRecordsAndWaits) {
  const Block value;
  Begin();
  EXPECT_EQ(aclrtStreamWaitEventWithFlag(stream_, fork_, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(value.Get(), kBytes, 0, kBytes, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEventWithFlag(join_, stream_, ACL_EVENT_RECORD_EXTERNAL), ACL_SUCCESS);
  ExpectFailure(aclrtRecordEventWithFlag(join_, stream_, ACL_EVENT_RECORD_EXTERNAL),
                ACL_ERROR_RT_PARAM_INVALID, {"event", "once"});
  ExpectFailure(aclrtStreamWaitEventWithFlag(stream_, fork_, 1, ACL_EVENT_WAIT_EXTERNAL),
                ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  End();
  ExpectFailure(aclrtRecordEventWithFlag(join_, stream_, ACL_EVENT_RECORD_EXTERNAL),
                ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream"});
  ExpectFailure(aclrtStreamWaitEventWithFlag(stream_, fork_, 0, ACL_EVENT_WAIT_EXTERNAL),
                ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream"});
  aclrtEvent plain = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&plain), ACL_SUCCESS);
  ExpectFailure(aclrtRecordEventWithFlag(plain, stream_, ACL_EVENT_RECORD_EXTERNAL),
                ACL_ERROR_RT_PARAM_INVALID, {"event"});
  EXPECT_EQ(aclrtDestroyEvent(plain), ACL_SUCCESS);
  Gate gate;
  gate.Block(other_);
  EXPECT_EQ(aclrtRecordEvent(fork_, other_), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(join_, 5), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  TakeMessages();
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(join_), ACL_SUCCESS);
}

// A graph that waits until another stream says that it may go on, whichever comes first.
TEST_F(GraphStreamsTest, ExternalEventsAreFlags) {
  aclrtEvent flag = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
  const Block value;
  const Block one(All(1));
  Begin();
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, flag), ACL_SUCCESS) << TakeMessages();
  EXPECT_EQ(aclrtResetEvent(flag, stream_), ACL_SUCCESS) << TakeMessages();
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  End();
  EXPECT_EQ(aclrtRecordEvent(flag, other_), ACL_SUCCESS);
  Execute();
  EXPECT_EQ(value.Read(), All(1));
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  TakeMessages();
  EXPECT_EQ(value.Read(), All(1));
  EXPECT_EQ(aclrtRecordEvent(flag, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(value.Read(), All(2));
  EXPECT_EQ(aclrtDestroyEvent(flag), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
