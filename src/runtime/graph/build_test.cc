// SPDX-License-Identifier: Apache-2.0
//
// Graphs that are built by hand: what their streams collect, and how they are executed and end.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "runtime/graph/build_testing.h"

namespace openaclnn::runtime {
namespace {

TEST_F(BuildTest, ComputesTheSameBitsAsTheCalls) {
  const Sequence eager;
  const Sequence collected;
  Build([&](aclrtStream stream) {
    collected.Issue(stream);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "returns at once";
    EXPECT_EQ(StatusOf(stream), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  });
  EXPECT_EQ(collected.product.Read(), All(0)) << "nothing runs before the execution";
  for (const float scale : {1.F, 0.7F, -3.F}) {
    Floats values{1, 2, 3, 4, 5, 6, 7, 8};
    for (float& value : values) {
      value *= scale;
    }
    eager.input.Write(values);
    collected.input.Write(values);
    eager.Issue(stream_);
    Execute();
    EXPECT_EQ(collected.Results(), eager.Results());
  }
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIExecute(graph_, 60'000), ACL_SUCCESS);
}

TEST_F(BuildTest, ManyTasksKeepTheirOrder) {
  const Halvings halvings;
  Build([&](aclrtStream stream) { halvings.Issue(stream); });
  Execute();
  halvings.ExpectInOrder();
}

TEST_F(BuildTest, ExecutionsAreInTheOrderOfTheStream) {
  const Block counter;
  const Block copy;
  const Block one(All(1));
  Build([&](aclrtStream stream) { EXPECT_EQ(Add(counter.Get(), one.Get(), counter.Get(), stream), 0); });
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, i % 2 == 0 ? stream_ : other_), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(counter.Read(), All(50));
  EXPECT_EQ(aclrtMemsetAsync(counter.Get(), kBytes, 0, kBytes, stream_), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_EQ(Add(counter.Get(), one.Get(), copy.Get(), stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(copy.Read(), All(2));
}

TEST_F(BuildTest, EventsOrderItsStreams) {
  const Block input(All(3));
  const Block left;
  const Block right;
  const Block out;
  std::array<aclrtEvent, 2> events{};
  for (aclrtEvent& event : events) {
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  }
  BeginBuild();
  aclrtStream const first = Bind();
  aclrtStream const second = Bind();
  EXPECT_EQ(Add(input.Get(), input.Get(), left.Get(), first), 0);
  EXPECT_EQ(aclrtRecordEvent(events[0], first), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(second, events[0]), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetEvent(events[0], second), ACL_SUCCESS);
  EXPECT_EQ(Mul(left.Get(), input.Get(), right.Get(), second), 0);
  EXPECT_EQ(aclrtRecordEvent(events[1], second), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(first, events[1]), ACL_SUCCESS);
  EXPECT_EQ(Add(left.Get(), right.Get(), out.Get(), first), 0);
  ExpectFailure(aclrtStreamWaitEvent(stream_, events[1]), ACL_ERROR_RT_EVENT_CAPTURED, {"bound to no graph"});
  EndBuild();
  for (aclrtEvent const event : events) {
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  }
  for (int i = 0; i < 50; ++i) {
    left.Write(All(0));
    right.Write(All(0));
    Execute();
    ASSERT_EQ(out.Read(), All(24));  // 6 + 6 * 3
  }
}

TEST_F(BuildTest, AnExecutionEndsWithItsLastStream) {
  BeginBuild();
  aclrtStream const first = Bind();
  aclrtStream const second = Bind();
  std::atomic<int> calls{0};
  const auto count = [](void* counter) { ++*static_cast<std::atomic<int>*>(counter); };
  std::promise<void> go;
  std::future<void> went = go.get_future();
  EXPECT_EQ(aclrtLaunchHostFunc(first, count, &calls), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(
                second, [](void* wait) { static_cast<std::future<void>*>(wait)->wait(); }, &went),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(second, count, &calls), ACL_SUCCESS);
  EndBuild();
  ExpectFailure(aclmdlRIExecute(graph_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"5 ms"});
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_MODEL_RUNNING, {"modelRI"});
  go.set_value();
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
  EXPECT_EQ(calls, 4);
  Destroy();
}

TEST_F(BuildTest, StreamsThatNobodyStartsDoNotRun) {
  const Block touched;
  const Block untouched;
  BeginBuild();
  aclrtStream const head = Bind();
  aclrtStream const idle = Bind(ACL_MODEL_STREAM_FLAG_DEFAULT);
  EXPECT_EQ(aclrtMemsetAsync(touched.Get(), kBytes, 0x3f, kBytes, head), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(untouched.Get(), kBytes, 0x3f, kBytes, idle), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIEndTask(graph_, head), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIBuildEnd(graph_, nullptr), ACL_SUCCESS) << "one stream with aclmdlRIEndTask is enough";
  Execute();
  EXPECT_NE(touched.Read(), All(0));
  EXPECT_EQ(untouched.Read(), All(0));
}

TEST_F(BuildTest, ValuesAndExternalEvents) {
  const Block words(2 * sizeof(uint64_t));
  auto* const word = static_cast<uint64_t*>(words.Get());
  aclrtEvent flag = nullptr;
  aclrtEvent done = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventExWithFlag(&done, ACL_EVENT_SYNC), ACL_SUCCESS);
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclrtStreamWaitEvent(stream, flag), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetEvent(flag, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWait(word, 7, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWrite(word + 1, 9, 0, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEventWithFlag(done, stream, ACL_EVENT_RECORD_EXTERNAL), ACL_SUCCESS);
  });
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtRecordEvent(flag, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    TakeMessages();
    EXPECT_EQ(aclrtValueWrite(word, 7, 0, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(done), ACL_SUCCESS);
    std::array<uint64_t, 2> found{};
    EXPECT_EQ(aclrtMemcpy(found.data(), sizeof found, word, sizeof found, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(found[1], 9U);
    EXPECT_EQ(aclrtMemset(words.Get(), sizeof found, 0, sizeof found), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyEvent(flag), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(done), ACL_SUCCESS);
}

TEST_F(BuildTest, OperatorsCanBeReplaced) {
  const Block value(All(1));
  const Block two(All(2));
  const Block five(All(5));
  aclrtTaskGrp group = nullptr;
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    EXPECT_EQ(Mul(value.Get(), two.Get(), value.Get(), stream), 0);
    EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS);
  });
  Execute();
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), ACL_SUCCESS);
  EXPECT_EQ(Mul(value.Get(), five.Get(), value.Get(), other_), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  Execute();
  EXPECT_EQ(value.Read(), All(10));
}

TEST_F(BuildTest, AFailureEndsTheExecutionAndIsReported) {
  const Block self(All(1));
  Block other(All(2));
  const Block out;
  std::atomic<int> calls{0};
  BeginBuild();
  aclrtStream const first = Bind();
  aclrtStream const second = Bind();
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  EXPECT_EQ(Add(self.Get(), other.Get(), out.Get(), first), 0);
  EXPECT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  EXPECT_EQ(Add(self.Get(), self.Get(), out.Get(), second), 0);
  EXPECT_EQ(aclrtLaunchHostFunc(
                second, [](void* counter) { ++*static_cast<std::atomic<int>*>(counter); }, &calls),
            ACL_SUCCESS);
  EndBuild();
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  other.Free();
  gate.Open();
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                {"aclnnAdd: other: ", "freed before the task started"});
  EXPECT_EQ(calls, 1) << "who waits for it does so not in vain";
  EXPECT_EQ(out.Read(), All(0));
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_PARAM_INVALID, {"aclnnAdd: other: "});
}

TEST_F(BuildTest, UnboundStreamsRunTheirTasks) {
  const Block value(All(1));
  Build([&](aclrtStream stream) {
    EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream), 0);
    ExpectFailure(aclmdlRIUnbindStream(graph_, stream), ACL_ERROR_RT_MODEL_CAPTURED, {"modelRI"});
  });
  aclrtStream const stream = bound_.front();
  ExpectFailure(aclrtMemsetAsync(value.Get(), kBytes, 0, kBytes, stream), ACL_ERROR_RT_PARAM_INVALID,
                {"stream", "aclmdlRIUnbindStream"});
  ASSERT_EQ(aclmdlRIUnbindStream(graph_, stream), ACL_SUCCESS);
  ExpectFailure(aclmdlRIUnbindStream(graph_, stream), ACL_ERROR_RT_STREAM_MODEL, {"stream"});
  Execute();
  EXPECT_EQ(value.Read(), All(2));
  std::promise<void> ran;
  EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream), 0);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream, [](void* promise) { static_cast<std::promise<void>*>(promise)->set_value(); }, &ran),
            ACL_SUCCESS);
  ran.get_future().wait();
  EXPECT_EQ(value.Read(), All(4));
  aclmdlRI next = nullptr;
  ASSERT_EQ(aclmdlRIBuildBegin(&next, 0), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIBindStream(next, stream, ACL_MODEL_STREAM_FLAG_HEAD), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDestroy(next), ACL_SUCCESS) << "also one that is being built";
  ASSERT_EQ(aclmdlRIBuildBegin(&next, 0), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIBindStream(next, stream, ACL_MODEL_STREAM_FLAG_HEAD), ACL_SUCCESS) << "it was unbound";
  EXPECT_EQ(aclmdlRIDestroy(next), ACL_SUCCESS);
}

TEST_F(BuildTest, CollectedTasksCanBeDropped) {
  const Block dropped;
  Block gone(All(1));
  const Block kept;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  BeginBuild();
  aclrtStream const stream = Bind();
  aclrtStream const other = Bind();
  EXPECT_EQ(aclrtMemsetAsync(dropped.Get(), kBytes, 0x3f, kBytes, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(gone.Get(), kBytes, 0x3f, kBytes, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtPersistentTaskClean(stream), ACL_SUCCESS) << TakeMessages();
  EXPECT_EQ(aclrtMemsetAsync(kept.Get(), kBytes, 0x3f, kBytes, other), ACL_SUCCESS);
  EndBuild();
  ExpectFailure(aclrtPersistentTaskClean(stream), ACL_ERROR_RT_PARAM_INVALID, {"stream", "ended"});
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  gone.Free();
  Execute();
  EXPECT_EQ(dropped.Read(), All(0));
  EXPECT_NE(kept.Read(), All(0));
}

TEST_F(BuildTest, BindsPersistentStreamsOnce) {
  BeginBuild();
  const uint32_t head = ACL_MODEL_STREAM_FLAG_HEAD;
  ExpectFailure(aclmdlRIBindStream(graph_, nullptr, head), ACL_ERROR_INVALID_PARAM, {"stream"});
  ExpectFailure(aclmdlRIBindStream(graph_, stream_, head), ACL_ERROR_RT_PARAM_INVALID,
                {"stream", "ACL_STREAM_PERSISTENT"});
  ExpectFailure(aclmdlRIBindStream(nullptr, Persistent(), head), ACL_ERROR_INVALID_PARAM, {"modelRI"});
  ExpectFailure(aclmdlRIBindStream(graph_, bound_.front(), 1), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"});
  EXPECT_EQ(aclmdlRIBindStream(graph_, bound_.front(), head), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBindStream(graph_, bound_.front(), head), ACL_ERROR_RT_PARAM_INVALID,
                {"stream", "bound to no graph"});
  aclmdlRI second = nullptr;
  ASSERT_EQ(aclmdlRIBuildBegin(&second, 0), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBindStream(second, bound_.front(), head), ACL_ERROR_RT_PARAM_INVALID, {"stream"});
  ExpectFailure(aclmdlRIEndTask(second, bound_.front()), ACL_ERROR_RT_STREAM_MODEL, {"stream"});
  EXPECT_EQ(aclmdlRIDestroy(second), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureBegin(bound_.front(), ACL_MODEL_RI_CAPTURE_MODE_GLOBAL),
                ACL_ERROR_RT_STREAM_CAPTURED, {"stream"});
  EndBuild();
  ExpectFailure(aclmdlRIBindStream(graph_, bound_.front(), head), ACL_ERROR_RT_PARAM_INVALID,
                {"modelRI", "aclmdlRIBuildEnd"});
}

TEST_F(BuildTest, ABuildHasABeginningAndAnEnd) {
  ExpectFailure(aclmdlRIBuildBegin(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"modelRI"});
  ExpectFailure(aclmdlRIBuildBegin(&graph_, 1), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"});
  BeginBuild();
  aclrtStream const stream = Bind();
  ExpectFailure(aclmdlRIExecute(graph_, -1), ACL_ERROR_RT_MODEL_CAPTURED, {"modelRI", "aclmdlRIBuildEnd"});
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_MODEL_CAPTURED, {"aclmdlRIBuildEnd"});
  ExpectFailure(aclmdlRIAbort(graph_), ACL_ERROR_RT_MODEL_CAPTURED, {"aclmdlRIBuildEnd"});
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIEndTask"});
  EXPECT_EQ(aclmdlRIEndTask(graph_, stream), ACL_SUCCESS);
  ExpectFailure(aclmdlRIEndTask(graph_, stream), ACL_ERROR_RT_PARAM_INVALID, {"stream"});
  ExpectFailure(aclmdlRIBuildEnd(graph_, this), ACL_ERROR_RT_PARAM_INVALID, {"reserve"});
  EXPECT_EQ(aclmdlRIBuildEnd(graph_, nullptr), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIBuildEnd"});
  ExpectFailure(aclmdlRIEndTask(graph_, stream), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIBuildEnd"});
  Execute();
  Destroy();
  Capture([] {});
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRICaptureEnd"});
  ExpectFailure(aclmdlRIAbort(graph_), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRICaptureEnd"});
}

TEST_F(BuildTest, AForbiddenTaskVoidsIt) {
  BeginBuild();
  aclrtStream const stream = Bind();
  aclrtNotify notify = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
  const Block block;
  Floats host = All(0);
  ExpectFailure(aclrtMemcpyAsync(block.Get(), kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
                ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, {"aclrtMallocHost"});
  ExpectFailure(aclrtMemsetAsync(block.Get(), kBytes, 0, kBytes, stream),
                ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"aclrtMallocHost", "aclmdlRIDestroy"});
  ExpectFailure(aclmdlRIEndTask(nullptr, stream), ACL_ERROR_INVALID_PARAM, {"modelRI"});
  EXPECT_EQ(aclmdlRIEndTask(graph_, stream), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                {"aclmdlRIDestroy"});
  Destroy();
  BeginBuild();
  EXPECT_EQ(aclmdlRIBindStream(graph_, stream, ACL_MODEL_STREAM_FLAG_HEAD), ACL_SUCCESS);
  ExpectFailure(aclrtRecordNotify(notify, stream), ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, {"NotifyRecord"});
  Destroy();
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST_F(BuildTest, AStreamThatIsDestroyedVoidsIt) {
  BeginBuild();
  aclrtStream const stream = Bind();
  bound_.clear();
  EXPECT_EQ(aclmdlRIEndTask(graph_, Bind()), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS) << TakeMessages();
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"released"});
}

TEST_F(BuildTest, DoesNotNeedItsStreams) {
  const Block value(All(1));
  Build([&](aclrtStream stream) { EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream), 0); });
  EXPECT_EQ(aclrtDestroyStream(bound_.front()), ACL_SUCCESS);
  bound_.clear();
  Execute();
  EXPECT_EQ(value.Read(), All(2));
  int ends = 0;
  EXPECT_EQ(aclmdlRIDestroyRegisterCallback(
                graph_, [](void* counter) { ++*static_cast<int*>(counter); }, &ends),
            ACL_SUCCESS);
  Destroy();
  EXPECT_EQ(ends, 1);
}

TEST_F(BuildTest, CanBeAborted) {
  const Block words(sizeof(uint64_t));
  const Block touched;
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclrtValueWait(words.Get(), 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(touched.Get(), kBytes, 0x3f, kBytes, stream), ACL_SUCCESS);
  });
  EXPECT_EQ(aclmdlRIAbort(graph_), ACL_SUCCESS) << "nothing runs";
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, other_), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIAbort(graph_), ACL_SUCCESS);
    for (aclrtStream const stream : {stream_, other_}) {
      ExpectFailure(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MODEL_ABORT_NORMAL, {"aborted"});
    }
  }
  std::promise<aclError> status;
  std::thread waiting([&] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    status.set_value(aclmdlRIExecute(graph_, -1));
  });
  std::future<aclError> outcome = status.get_future();
  do {  // it may not have begun
    EXPECT_EQ(aclmdlRIAbort(graph_), ACL_SUCCESS);
  } while (outcome.wait_for(std::chrono::milliseconds(5)) == std::future_status::timeout);
  EXPECT_EQ(outcome.get(), ACL_ERROR_RT_MODEL_ABORT_NORMAL);
  waiting.join();
  EXPECT_EQ(touched.Read(), All(0));
  ASSERT_EQ(aclrtValueWrite(words.Get(), 1, 0, other_), ACL_SUCCESS);
  Execute();
  EXPECT_NE(touched.Read(), All(0)) << "the next execution is a whole one";
}

TEST_F(BuildTest, AStreamThatIsAbortedAbortsItsExecution) {
  const Block words(sizeof(uint64_t));
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclrtValueWait(words.Get(), 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
  });
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtValueWrite(words.Get(), 1, 0, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  Execute();
}

TEST_F(BuildTest, CanBeShown) {
  const Block value(All(1));
  Build([&](aclrtStream stream) { EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream), 0); });
  EXPECT_EQ(aclmdlRIDebugPrint(graph_), ACL_SUCCESS);
  const std::string path = testing::TempDir() + "built.json";
  EXPECT_EQ(aclmdlRIDebugJsonPrint(graph_, path.c_str(), 0), ACL_SUCCESS);
  const nlohmann::json events = nlohmann::json::parse(std::ifstream(path)).at("traceEvents");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].at("name"), "aclnnAdd");
}

}  // namespace
}  // namespace openaclnn::runtime
