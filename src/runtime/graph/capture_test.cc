// SPDX-License-Identifier: Apache-2.0
//
// What a capture forbids, and to whom.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {
namespace {

using CaptureTest = GraphTest;

aclmdlRICaptureMode Exchange(aclmdlRICaptureMode mode) {
  EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
  return mode;
}

TEST_F(CaptureTest, BeginsAndEndsOnAStream) {
  aclmdlRI graph = this;
  EXPECT_EQ(StatusOf(stream_, &graph), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(StatusOf(nullptr), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  ExpectFailure(aclmdlRICaptureEnd(stream_, &graph), ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, {"stream"});
  ExpectFailure(aclmdlRICaptureBegin(stream_, AnyEnum<aclmdlRICaptureMode>(3)), ACL_ERROR_RT_PARAM_INVALID,
                {"mode"});
  ExpectFailure(aclmdlRICaptureBegin(nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL),
                ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, {"stream", "default stream"});
  Begin();
  ExpectFailure(aclmdlRICaptureBegin(stream_, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_ERROR_RT_STREAM_CAPTURED,
                {"stream"});
  EXPECT_EQ(StatusOf(stream_, &graph), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  ExpectFailure(aclmdlRICaptureEnd(stream_, nullptr), ACL_ERROR_INVALID_PARAM, {"modelRI"});
  End();
  EXPECT_EQ(graph, graph_);
  EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  ExpectFailure(aclmdlRICaptureGetInfo(stream_, nullptr, &graph), ACL_ERROR_INVALID_PARAM, {"status"});
}

TEST_F(CaptureTest, WorkBeforeAndAfterRunsAsUsual) {
  const Block one(All(1));
  const Block value;
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  Begin();
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), other_), 0);  // is not captured
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  End();
  EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(value.Read(), All(3));
  Execute();
  EXPECT_EQ(value.Read(), All(4));
}

TEST_F(CaptureTest, ForbiddenCallsVoidIt) {
  const Block from(All(1));
  const Block to;
  Floats host = All(2);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  aclrtNotify notify = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
  const auto recorded = [&] { EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS); };
  struct Case {
    aclError status;
    const char* fragment;
    std::function<aclError()> call;
  };
  auto eventStatus = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  auto streamStatus = ACL_STREAM_STATUS_COMPLETE;
  const std::array<Case, 16> cases{{
      {ACL_ERROR_RT_STREAM_CAPTURED, "stream", [&] { return aclrtSynchronizeStream(stream_); }},
      {ACL_ERROR_RT_STREAM_CAPTURED, "stream", [&] { return aclrtSynchronizeStreamWithTimeout(stream_, 5); }},
      {ACL_ERROR_RT_STREAM_CAPTURED, "stream", [&] { return aclrtStreamQuery(stream_, &streamStatus); }},
      {ACL_ERROR_RT_STREAM_CAPTURED, "stream", [&] { return aclrtDestroyStream(stream_); }},
      {ACL_ERROR_RT_STREAM_CAPTURED, "device 0", [&] { return aclrtSynchronizeDevice(); }},
      {ACL_ERROR_RT_EVENT_CAPTURED, "event",
       [&] {
         recorded();
         return aclrtSynchronizeEvent(event);
       }},
      {ACL_ERROR_RT_EVENT_CAPTURED, "event",
       [&] {
         recorded();
         return aclrtQueryEventStatus(event, &eventStatus);
       }},
      {ACL_ERROR_RT_EVENT_CAPTURED, "event",
       [&] {
         recorded();
         return aclrtRecordEvent(event, other_);
       }},
      {ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, "default stream",
       [&] { return aclrtMemsetAsync(to.Get(), kBytes, 0, kBytes, nullptr); }},
      {ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtMemcpy",
       [&] { return aclrtMemcpy(to.Get(), kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE); }},
      {ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtMemset",
       [&] { return aclrtMemset(to.Get(), kBytes, 0, kBytes); }},
      {ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtMemcpy2d",
       [&] { return aclrtMemcpy2d(to.Get(), 8, host.data(), 8, 8, 2, ACL_MEMCPY_HOST_TO_DEVICE); }},
      {ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtMemcpyAsync",
       [&] {
         return aclrtMemcpyAsync(to.Get(), kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, other_);
       }},
      {ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, "aclrtMemcpyAsync",
       [&] {
         return aclrtMemcpyAsync(to.Get(), kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_);
       }},
      {ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, "wait for notify",
       [&] { return aclrtWaitAndResetNotify(notify, stream_, 0); }},
      {ACL_ERROR_RT_CAPTURE_DEPENDENCY, "event", [&] { return aclrtStreamWaitEvent(stream_, event); }},
  }};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.fragment);
    Begin();
    EXPECT_EQ(Add(from.Get(), from.Get(), to.Get(), stream_), 0);
    ExpectFailure(one.call(), one.status, {one.fragment});
    ExpectVoid(one.fragment);
  }
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(CaptureTest, WorkThatCannotRunTwiceIsRefused) {
  Begin();
  EXPECT_EQ(Launch(stream_, 0), ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT);
  EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
  ExpectVoid("TestTask");
}

TEST_F(CaptureTest, AnOperatorOnAVoidCaptureSaysWhy) {
  const Block value(All(1));
  Begin();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_CAPTURED);
  TakeMessages();
  const std::array<aclTensor*, 2> tensors{MakeTensor(value.Get()), MakeTensor(value.Get())};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnMulGetWorkspaceSize(tensors[0], tensors[0], tensors[1], &size, &executor), 0);
  ExpectFailure(aclnnMul(nullptr, 0, executor, stream_), 361001, {"aclnnMul", "507903", "107027"});
  for (aclTensor* const tensor : tensors) {
    aclDestroyTensor(tensor);
  }
  ExpectVoid("107027");
}

TEST_F(CaptureTest, MistakesOfACallDoNotVoidIt) {
  const Block value;
  Begin();
  ExpectFailure(aclrtMemsetAsync(nullptr, kBytes, 0, kBytes, stream_), ACL_ERROR_INVALID_PARAM, {"devPtr"});
  ExpectFailure(aclrtMemsetAsync(value.Get(), kBytes, 0, kBytes + 1, stream_), ACL_ERROR_INVALID_PARAM,
                {"maxCount"});
  EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  End();
}

// Who may call what works on memory at once: by the mode of the capture and that of the thread.
TEST_F(CaptureTest, ModesSayWhoMayWorkOnMemoryAtOnce) {
  constexpr auto kGlobal = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
  constexpr auto kLocal = ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
  constexpr auto kRelaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
  struct Case {
    aclmdlRICaptureMode capture;
    aclmdlRICaptureMode thread;
    bool capturingMay;
    bool othersMay;
  };
  constexpr std::array<Case, 9> kCases{{
      {kGlobal, kGlobal, false, false},
      {kGlobal, kLocal, false, true},
      {kGlobal, kRelaxed, true, true},
      {kLocal, kGlobal, false, true},
      {kLocal, kLocal, false, true},
      {kLocal, kRelaxed, true, true},
      {kRelaxed, kGlobal, true, true},
      {kRelaxed, kLocal, true, true},
      {kRelaxed, kRelaxed, true, true},
  }};
  const Block block;
  for (const Case& one : kCases) {
    for (const bool isCapturing : {true, false}) {
      SCOPED_TRACE(testing::Message() << one.capture << one.thread << isCapturing);
      Begin(one.capture);
      aclError status = ACL_SUCCESS;
      const auto call = [&] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(Exchange(one.thread), kGlobal);
        status = aclrtMemset(block.Get(), kBytes, 0x3f, kBytes);
        EXPECT_EQ(Exchange(kGlobal), one.thread);
      };
      if (isCapturing) {
        call();
      } else {
        OnNewThread(call);
      }
      const bool may = isCapturing ? one.capturingMay : one.othersMay;
      EXPECT_EQ(status, may ? ACL_SUCCESS : ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT);
      EXPECT_EQ(StatusOf(stream_),
                may ? ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE : ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
      aclmdlRI graph = nullptr;
      EXPECT_EQ(aclmdlRICaptureEnd(stream_, &graph),
                may ? ACL_SUCCESS : ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);
      if (may) {
        EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
      }
      TakeMessages();
    }
  }
  ExpectFailure(aclmdlRICaptureThreadExchangeMode(nullptr), ACL_ERROR_INVALID_PARAM, {"mode"});
  auto none = AnyEnum<aclmdlRICaptureMode>(-1);
  ExpectFailure(aclmdlRICaptureThreadExchangeMode(&none), ACL_ERROR_RT_PARAM_INVALID, {"mode"});
}

TEST_F(CaptureTest, EndsOnItsThreadUnlessItIsRelaxed) {
  for (const auto mode : {ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL}) {
    Begin(mode);
    OnNewThread([&] {
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      ExpectFailure(aclmdlRICaptureEnd(stream_, &graph_), ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                    {"another thread"});
    });
    End();
    EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  }
  Begin(ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
  OnNewThread([&] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRICaptureEnd(stream_, &graph_), ACL_SUCCESS);
  });
}

TEST_F(CaptureTest, OfTwoStreamsAtOnce) {
  const Block one(All(1));
  const Block first;
  const Block second;
  Begin();
  ASSERT_EQ(aclmdlRICaptureBegin(other_, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_SUCCESS);
  EXPECT_EQ(Add(first.Get(), one.Get(), first.Get(), stream_), 0);
  EXPECT_EQ(Add(second.Get(), one.Get(), second.Get(), other_), 0);
  aclmdlRI otherGraph = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &otherGraph), ACL_SUCCESS);
  End();
  EXPECT_EQ(aclmdlRIExecute(otherGraph, -1), ACL_SUCCESS);
  EXPECT_EQ(first.Read(), All(0));
  EXPECT_EQ(second.Read(), All(1));
  Execute();
  EXPECT_EQ(first.Read(), All(1));
  EXPECT_EQ(aclmdlRIDestroy(otherGraph), ACL_SUCCESS);
}

TEST_F(CaptureTest, CannotHoldTheExecutionOfAGraph) {
  Capture([] {});
  aclmdlRI first = graph_;
  Begin();
  ExpectFailure(aclmdlRIExecuteAsync(first, stream_), ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT,
                {"execution of a graph"});
  ExpectVoid("execution of a graph");
  graph_ = first;
}

TEST_F(CaptureTest, EndsWithItsDevice) {
  Begin();
  aclmdlRI graph = nullptr;
  EXPECT_EQ(StatusOf(stream_, &graph), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  ReleaseDevices();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const Block block;  // a call that captures forbid
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureEnd(stream_, &graph_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
  stream_ = nullptr;
  other_ = nullptr;
}

}  // namespace
}  // namespace openaclnn::runtime
