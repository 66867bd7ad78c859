// SPDX-License-Identifier: Apache-2.0
//
// Callbacks on the client's own threads.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

uint64_t ThisThread() {
  return pthread_self();
}

// A thread that does as clients do: it processes reports in a loop until it is told to stop.
class Processor {
 public:
  Processor()
      : thread_([this] {
          id_.set_value(ThisThread());
          while (!stop_) {
            aclrtProcessReport(1);
          }
          TakeMessages();
        }) {
    threadId_ = id_.get_future().get();
  }
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;
  ~Processor() {
    stop_ = true;
    thread_.join();
  }
  [[nodiscard]] uint64_t Id() const { return threadId_; }

 private:
  std::promise<uint64_t> id_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
  uint64_t threadId_ = 0;
};

// The body of a callback.
struct Body {
  std::function<void()> function;
  static void Call(void* body) { static_cast<Body*>(body)->function(); }
};

class CallbackTest : public TwoStreamsTest {
 protected:
  static aclError LaunchBody(Body& body, aclrtCallbackBlockType type, aclrtStream stream) {
    return aclrtLaunchCallback(Body::Call, &body, type, stream);
  }
  static bool IsDone(aclrtStream stream) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_COMPLETE;
  }
};

TEST_F(CallbackTest, RunOnTheBoundThreadInStreamOrder) {
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    Processor processor;
    ASSERT_EQ(aclrtSubscribeReport(processor.Id(), stream), ACL_SUCCESS);
    std::vector<int> order;
    std::vector<Body> bodies(100);
    for (size_t index = 0; index < bodies.size(); ++index) {
      bodies[index].function = [&order, &processor, index] {
        EXPECT_EQ(ThisThread(), processor.Id());
        order.push_back(static_cast<int>(index));
      };
      EXPECT_EQ(
          LaunchBody(bodies[index], index % 3 == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK, stream),
          ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(order.size(), bodies.size()) << "synchronizing waits for those that do not block, too";
    for (size_t index = 0; index < order.size(); ++index) {
      EXPECT_EQ(order[index], static_cast<int>(index));
    }
    EXPECT_EQ(aclrtUnSubscribeReport(processor.Id(), stream), ACL_SUCCESS);
  }
}

TEST_F(CallbackTest, BlockHoldsUpLaterTasks) {
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  std::atomic<int> runs{0};
  int runsBefore = -1;
  Body body{[&] { runsBefore = runs; }};
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_FALSE(IsDone(stream_));
  EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(runsBefore, 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
}

TEST_F(CallbackTest, NoBlockHoldsUpNobodyButWhoSynchronizes) {
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  std::atomic<int> runs{0};
  bool ran = false;
  Body body{[&] { ran = true; }};
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  while (runs == 0) {  // later tasks run
    std::this_thread::yield();
  }
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_FALSE(IsDone(stream_));
  EXPECT_EQ(aclrtProcessReport(1000), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_TRUE(IsDone(stream_));
}

TEST_F(CallbackTest, OneCallRunsAllThatAreReady) {
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), other_), ACL_SUCCESS) << "a thread may serve several streams";
  int runs = 0;
  Body body{[&] { ++runs; }};
  for (aclrtStream stream : {stream_, other_, stream_}) {
    EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, stream), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(runs, 3) << "on idle streams they are ready at once";
  ExpectFailure(aclrtProcessReport(2), ACL_ERROR_RT_REPORT_TIMEOUT, {"2 ms"});
}

TEST_F(CallbackTest, ATaskWaitsForItsTurnInTheStream) {
  Processor processor;
  ASSERT_EQ(aclrtSubscribeReport(processor.Id(), stream_), ACL_SUCCESS);
  Gate gate;
  std::atomic<bool> ran{false};
  Body body{[&] { ran = true; }};
  gate.Block(stream_);
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_FALSE(ran);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_TRUE(ran);
}

TEST_F(CallbackTest, BothFamiliesMayBeMixed) {
  Processor processor;
  ASSERT_EQ(aclrtSubscribeReport(processor.Id(), stream_), ACL_SUCCESS);
  std::vector<int> order;
  Body first{[&] { order.push_back(1); }};
  Body second{[&] { order.push_back(2); }};
  Body third{[&] { order.push_back(3); }};
  EXPECT_EQ(LaunchBody(first, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, Body::Call, &second), ACL_SUCCESS);
  EXPECT_EQ(LaunchBody(third, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST_F(CallbackTest, ManyStreamsMayBlockOnOneThread) {
  Processor processor;
  std::vector<aclrtStream> streams(200);
  std::atomic<int> runs{0};
  int calls = 0;
  Body body{[&] { ++calls; }};
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSubscribeReport(processor.Id(), stream), ACL_SUCCESS);
    ASSERT_EQ(LaunchBody(body, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    ASSERT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(calls, 200);
  EXPECT_EQ(runs, 200);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtUnSubscribeReport(processor.Id(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

TEST_F(CallbackTest, AFunctionMayThrow) {
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  Body body{[] { throw std::runtime_error("thrown on purpose"); }};
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
  ExpectFailure(aclrtProcessReport(-1), ACL_ERROR_INTERNAL_ERROR, {"thrown on purpose"});
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "the stream goes on";
}

TEST_F(CallbackTest, SubscriptionsAreChecked) {
  ExpectFailure(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"threadId"});
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ExpectFailure(aclrtSubscribeReport(ThisThread(), stream_), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"stream"});
  ExpectFailure(aclrtSubscribeReport(ThisThread() + 1, stream_), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"stream"});
  ExpectFailure(aclrtUnSubscribeReport(ThisThread(), other_), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"stream"});
  ExpectFailure(aclrtUnSubscribeReport(ThisThread() + 1, stream_), ACL_ERROR_RT_THREAD_SUBSCRIBE,
                {"threadId", "none"});
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtSubscribeReport(ThisThread(), nullptr), ACL_ERROR_RT_THREAD_SUBSCRIBE,
                {"threadId", "device 1", "device 0"});
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ExpectFailure(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"threadId"});
  EXPECT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS) << "a binding may come back";
  ExpectFailure(aclrtSubscribeReport(ThisThread(), &stream_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([this] {
    ExpectFailure(aclrtSubscribeReport(ThisThread(), stream_), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
}

TEST_F(CallbackTest, ThreadsAreLimited) {
  std::vector<aclrtStream> streams(1025);
  for (size_t index = 0; index < streams.size(); ++index) {
    ASSERT_EQ(aclrtCreateStream(&streams[index]), ACL_SUCCESS);
    if (index < 1024) {
      ASSERT_EQ(aclrtSubscribeReport(index + 1, streams[index]), ACL_SUCCESS);
    }
  }
  ExpectFailure(aclrtSubscribeReport(1025, streams[1024]), ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, {"1024"});
  EXPECT_EQ(aclrtSubscribeReport(1, streams[1024]), ACL_SUCCESS);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSubscribeReport(1025, stream_), ACL_SUCCESS) << "with its stream, a binding ends";
}

TEST_F(CallbackTest, ArgumentsAreChecked) {
  Body body{[] { FAIL() << "nobody may call it"; }};
  ExpectFailure(LaunchBody(body, ACL_CALLBACK_BLOCK, stream_), ACL_ERROR_RT_STREAM_NO_CB_REG,
                {"aclrtSubscribeReport"});
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ExpectFailure(aclrtLaunchCallback(nullptr, &body, ACL_CALLBACK_BLOCK, stream_), ACL_ERROR_INVALID_PARAM,
                {"fn", "null"});
  ExpectFailure(LaunchBody(body, AnyEnum<aclrtCallbackBlockType>(2), stream_), ACL_ERROR_RT_PARAM_INVALID,
                {"blockType", "2"});
  ExpectFailure(LaunchBody(body, ACL_CALLBACK_BLOCK, &body), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ExpectFailure(aclrtProcessReport(0), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  ExpectFailure(aclrtProcessReport(-2), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  ExpectFailure(aclrtProcessReport(1), ACL_ERROR_RT_REPORT_TIMEOUT, {"1 ms"});
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ExpectFailure(aclrtProcessReport(-1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"aclrtSubscribeReport"});
  ExpectFailure(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, stream_), ACL_ERROR_RT_STREAM_NO_CB_REG, {"thread"});
  EXPECT_TRUE(IsDone(stream_)) << "nothing was enqueued";
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  ExpectFailure(aclrtProcessReport(1), ACL_ERROR_UNINITIALIZE, {"aclInit"});
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

TEST_F(CallbackTest, UnsubscribingEndsAWaitForReports) {
  std::promise<uint64_t> id;
  std::promise<void> subscribed;
  aclError status = ACL_SUCCESS;
  std::thread processing([&] {
    id.set_value(ThisThread());
    subscribed.get_future().wait();
    while (status == ACL_SUCCESS) {
      status = aclrtProcessReport(-1);
    }
  });
  Body body{[] {}};
  const uint64_t thread = id.get_future().get();
  ASSERT_EQ(aclrtSubscribeReport(thread, stream_), ACL_SUCCESS);
  subscribed.set_value();
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeReport(thread, stream_), ACL_SUCCESS);
  processing.join();
  EXPECT_EQ(status, ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

// What the thread has not begun fails, and the stream goes on.
TEST_F(CallbackTest, UnsubscribingLetsTheStreamGoOn) {
  for (const aclrtCallbackBlockType type : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
    for (const bool arrived : {true, false}) {
      ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
      std::atomic<int> runs{0};
      Body body{[] { FAIL() << "nobody may call it"; }};
      Gate gate;
      if (!arrived) {
        gate.Block(stream_);
      }
      EXPECT_EQ(LaunchBody(body, type, stream_), ACL_SUCCESS);
      EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
      if (arrived) {
        EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
      }
      EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
      if (!arrived) {
        gate.Open();
      }
      ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_NO_CB_REG, {"thread"});
      EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
      EXPECT_EQ(runs, 1);
      EXPECT_TRUE(IsDone(stream_));
    }
  }
}

// Of two streams, only the one that is unsubscribed loses its callbacks.
TEST_F(CallbackTest, UnsubscribingLeavesOtherStreamsAlone) {
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), other_), ACL_SUCCESS);
  int runs = 0;
  Body body{[&] { ++runs; }};
  Body lost{[] { FAIL() << "nobody may call it"; }};
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, other_), ACL_SUCCESS);
  EXPECT_EQ(LaunchBody(lost, ACL_CALLBACK_NO_BLOCK, stream_), ACL_SUCCESS);
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_NO_BLOCK, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_NO_CB_REG);
}

// Nobody processes reports here: destroying does not depend on it.
TEST_F(CallbackTest, DestroyingDropsWhatHasNotBegun) {
  for (const bool force : {true, false}) {
    for (const aclrtCallbackBlockType type : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
      for (const bool arrived : {true, false}) {
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
        std::atomic<int> runs{0};
        Body body{[] { FAIL() << "nobody may call it"; }};
        Gate gate;
        if (!arrived) {
          gate.Block(stream);
        }
        EXPECT_EQ(LaunchBody(body, type, stream), ACL_SUCCESS);
        EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
        if (arrived) {
          EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 2), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
        } else {
          gate.Open();
        }
        EXPECT_EQ(force ? aclrtDestroyStreamForce(stream) : aclrtDestroyStream(stream), ACL_SUCCESS);
        EXPECT_TRUE(force || runs == 1) << "other tasks run";
        ExpectFailure(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"bound"});
      }
    }
  }
}

TEST_F(CallbackTest, DestroyingWaitsForACallbackThatRuns) {
  for (const bool force : {true, false}) {
    for (const aclrtCallbackBlockType type : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
      Processor processor;
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
      ASSERT_EQ(aclrtSubscribeReport(processor.Id(), stream), ACL_SUCCESS);
      std::promise<void> begun;
      std::promise<void> mayEnd;
      std::atomic<bool> ended{false};
      Body body{[&] {
        begun.set_value();
        mayEnd.get_future().wait();
        ended = true;
      }};
      EXPECT_EQ(LaunchBody(body, type, stream), ACL_SUCCESS);
      begun.get_future().wait();
      std::thread destroying([&] {
        EXPECT_EQ(force ? aclrtDestroyStreamForce(stream) : aclrtDestroyStream(stream), ACL_SUCCESS);
        EXPECT_TRUE(ended);
      });
      UntilDead(stream);
      mayEnd.set_value();
      destroying.join();
    }
  }
}

// Two threads meet in one moment: either the thread is bound before the stream ends, which ends the binding,
// or it is not bound at all.
TEST_F(CallbackTest, ADyingStreamKeepsNoThread) {
  for (int round = 0; round < 3000; ++round) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<int> ready{0};
    const auto meet = [&ready] {
      ++ready;
      while (ready < 2) {
        std::this_thread::yield();
      }
    };
    std::thread destroying([&] {
      meet();
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    });
    meet();
    for (int delay = 0; delay < round % 1000; ++delay) {
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    const aclError bound = aclrtSubscribeReport(ThisThread(), stream);
    EXPECT_TRUE(bound == ACL_SUCCESS || bound == ACL_ERROR_RT_INVALID_HANDLE) << bound;
    destroying.join();
    ASSERT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE) << "round " << round;
  }
}

// One stream waits for what comes behind the callback of another.
TEST_F(CallbackTest, ResettingDropsWhatHasNotBegun) {
  aclrtEvent event = nullptr;
  std::atomic<int> runs{0};
  Body body{[] { FAIL() << "nobody may call it"; }};
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), other_), ACL_SUCCESS);
  EXPECT_EQ(LaunchBody(body, ACL_CALLBACK_BLOCK, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, event), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  ExpectFailure(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"bound"});
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
