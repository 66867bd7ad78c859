// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "backend/cpu/event.h"
#include "backend/cpu/parallel.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kTiny = 0;
constexpr size_t kLarge = size_t{1} << 30;

class FunctionWork final : public Work {
 public:
  FunctionWork(size_t bytes, std::function<Status()> function)
      : bytes_(bytes), function_(std::move(function)) {}
  [[nodiscard]] const char* Name() const override { return "test"; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override { return function_(); }

 private:
  size_t bytes_;
  std::function<Status()> function_;
};

// Keeps whatever runs it waiting until it is opened.
class Gate {
 public:
  void Open() {
    open_ = true;
    open_.notify_all();
  }
  void Wait() const { open_.wait(false); }
  static void WaitFor(void* gate) { static_cast<const Gate*>(gate)->Wait(); }

 private:
  std::atomic<bool> open_{false};
};

// Synchronizes with a stream, and is known to have begun: it runs a task itself, which waits until it may go
// on. Where a thread of the pool takes the task first, it tries again.
class SynchronizingThread {
 public:
  explicit SynchronizingThread(std::shared_ptr<CpuStream> ofThis) : stream(std::move(ofThis)) {
    back_ = std::async(std::launch::async, [this] {
      while (!runsHere_) {
        holdBefore = stream->MakeHold();
        EXPECT_TRUE(stream->LaunchHolding(Task(std::this_thread::get_id()), holdBefore).IsOk());
        result = stream->Synchronize({});
      }
    });
    started_.Wait();
  }
  [[nodiscard]] bool ComesBack() const {
    return back_.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  }

  const std::shared_ptr<CpuStream> stream;
  std::shared_ptr<Hold> holdBefore;
  Gate goOn;
  Status result;

 private:
  std::unique_ptr<Work> Task(std::thread::id thread) {
    return std::make_unique<FunctionWork>(kLarge, [this, thread] {
      runsHere_ = std::this_thread::get_id() == thread;
      if (runsHere_) {
        started_.Open();
        goOn.Wait();
      } else {
        holdBefore.reset();
      }
      return Status::Ok();
    });
  }

  bool runsHere_ = false;
  Gate started_;
  std::future<void> back_;  // the last member: its end waits for the thread
};

class Streams : public ::testing::Test {
 protected:
  std::shared_ptr<CpuStream> NewStream() { return std::make_shared<CpuStream>(arena_); }
  std::shared_ptr<CpuStream> NewStream(const std::shared_ptr<StreamGroup>& group) {
    auto stream = std::make_shared<CpuStream>(arena_, StreamOptions{.group = group});
    group->Add(stream);
    return stream;
  }

  static void Run(CpuStream& stream, size_t bytes, std::function<void()> function) {
    ASSERT_TRUE(stream
                    .Launch(std::make_unique<FunctionWork>(bytes,
                                                           [function = std::move(function)] {
                                                             function();
                                                             return Status::Ok();
                                                           }))
                    .IsOk());
  }
  static void Fail(CpuStream& stream, size_t bytes, const std::string& message) {
    (void)stream.Launch(std::make_unique<FunctionWork>(bytes, [message] { return Status(507035, message); }));
  }

  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>(2);
};

TEST_F(Streams, RunInOrderWhateverTheSize) {
  const auto stream = NewStream();
  std::vector<int> order;
  for (int i = 0; i < 500; ++i) {
    Run(*stream, i % 3 == 0 ? kTiny : kLarge, [&order, i] { order.push_back(i); });
  }
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  ASSERT_EQ(order.size(), 500U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(Streams, TinyWorkOnAnIdleStreamRunsAtOnce) {
  const auto stream = NewStream();
  std::thread::id thread;
  Run(*stream, kTiny, [&] { thread = std::this_thread::get_id(); });
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_TRUE(stream->Idle());
}

TEST_F(Streams, SmallWorkRunsAtOnceWhereTheProgramWaitsForEach) {
  constexpr size_t kMiB = size_t{1} << 20;
  const auto stream = NewStream();
  std::thread::id thread;
  const auto runsHere = [&](size_t bytes) {
    std::promise<void> done;
    Run(*stream, bytes, [&] {
      thread = std::this_thread::get_id();
      done.set_value();
    });
    done.get_future().wait();  // unlike a Synchronize, it neither runs the work nor is noted
    return thread == std::this_thread::get_id();
  };
  EXPECT_FALSE(runsHere(kMiB)) << "nobody has waited yet";
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_TRUE(stream->Synchronize({}).IsOk());
    EXPECT_TRUE(runsHere(kMiB)) << turn;
  }
  EXPECT_TRUE(runsHere(2 * kMiB)) << "a call may be several tasks";
  EXPECT_FALSE(runsHere(2 * kMiB)) << "more than 4 MiB since the wait";
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_FALSE(runsHere(kLarge));
}

TEST_F(Streams, LargeWorkStartsByItselfElsewhere) {
  const auto stream = NewStream();
  Gate started;
  Gate gate;
  std::thread::id thread;
  Run(*stream, kLarge, [&] {
    started.Open();
    gate.Wait();
    thread = std::this_thread::get_id();
  });
  started.Wait();
  EXPECT_FALSE(stream->Idle());
  gate.Open();
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST_F(Streams, WhoSynchronizesRunsWhatNobodyHasBegun) {
  Gate gate;
  std::vector<std::shared_ptr<CpuStream>> busy(std::thread::hardware_concurrency() + 8);
  for (auto& stream : busy) {  // more than the pool has threads for
    stream = NewStream();
    Run(*stream, kLarge, [&] { gate.Wait(); });
  }
  const auto stream = NewStream();
  std::vector<std::thread::id> threads;
  for (int i = 0; i < 40; ++i) {
    Run(*stream, kLarge, [&] { threads.push_back(std::this_thread::get_id()); });
  }
  Fail(*stream, kLarge, "the last one");
  EXPECT_NE(stream->Synchronize({}).Message().find("the last one"), std::string::npos);
  EXPECT_EQ(threads, std::vector(40, std::this_thread::get_id()));

  // The pool, which still has the stream in its queue, neither runs it twice nor loses what comes later.
  Run(*stream, kLarge, [&] { threads.clear(); });
  gate.Open();
  for (const auto& other : busy) {
    EXPECT_TRUE(other->Synchronize({}).IsOk());
  }
  ASSERT_TRUE(stream->Synchronize(std::chrono::minutes(1)).IsOk());
  EXPECT_TRUE(threads.empty());
}

// Else two threads that each synchronize before they let the other's stream go on would wait for ever.
TEST_F(Streams, WhoSynchronizesWaitsForNothingThatCameLater) {
  const auto recorder = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  Gate gate;
  ASSERT_TRUE(recorder->CallHost(Gate::WaitFor, &gate).IsOk());
  ASSERT_TRUE(recorder->Record(event).IsOk());
  {
    SynchronizingThread thread(NewStream());
    thread.holdBefore.reset();
    EXPECT_TRUE(thread.stream->Wait(event).IsOk());
    const std::shared_ptr<Hold> holdAfter = thread.stream->MakeHold();
    EXPECT_TRUE(
        thread.stream
            ->LaunchHolding(std::make_unique<FunctionWork>(kTiny, [] { return Status::Ok(); }), holdAfter)
            .IsOk());
    thread.goOn.Open();
    EXPECT_TRUE(thread.ComesBack()) << "it waits for what was enqueued while it ran a task itself";
    gate.Open();
  }
  EXPECT_TRUE(recorder->Synchronize({}).IsOk());
}

// Between the making of a hold and its task another thread may synchronize: it need not wait for either.
TEST_F(Streams, AHoldBeginsWithItsTask) {
  const auto stream = NewStream();
  std::shared_ptr<Hold> hold = stream->MakeHold();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(stream->Idle());
  ASSERT_TRUE(
      stream->LaunchHolding(std::make_unique<FunctionWork>(kTiny, [] { return Status::Ok(); }), hold).IsOk());
  EXPECT_FALSE(stream->Idle());
  EXPECT_EQ(stream->Synchronize(std::chrono::milliseconds(1)).Code(), code::kRtStreamSyncTimeout);
  hold.reset();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
}

// Notes what is called, in order.
class NotedWork final : public Work {
 public:
  NotedWork(size_t bytes, std::string& calls, std::function<Status()> run)
      : bytes_(bytes), calls_(calls), run_(std::move(run)) {}
  ~NotedWork() override { calls_ += "destroyed "; }
  [[nodiscard]] const char* Name() const override { return "noted"; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    calls_ += "run ";
    return run_();
  }
  [[nodiscard]] Status Complete(Status outcome) noexcept override {
    calls_ += "complete:" + std::to_string(outcome.Code()) + " ";
    return outcome.IsOk() ? Status(507035, "found at the end") : outcome;
  }

 private:
  const size_t bytes_;
  std::string& calls_;
  const std::function<Status()> run_;
};

TEST_F(Streams, CompleteWorkOnceAfterItsRun) {
  for (const size_t bytes : {kTiny, kLarge}) {
    const auto stream = NewStream();
    std::string calls;
    const auto launch = [&](std::function<Status()> run) {
      ASSERT_TRUE(stream->Launch(std::make_unique<NotedWork>(bytes, calls, std::move(run))).IsOk());
    };
    launch([] { return Status::Ok(); });
    Run(*stream, bytes, [&calls] { calls += "next "; });
    EXPECT_EQ(stream->Synchronize({}).Code(), 507035) << "what Complete returns is what the work came to";
    EXPECT_EQ(calls, "run complete:0 destroyed next ");
    calls.clear();
    launch([] { return Status(code::kRtSystemDma, ""); });
    EXPECT_EQ(stream->Synchronize({}).Code(), code::kRtSystemDma);
    EXPECT_EQ(calls, "run complete:" + std::to_string(code::kRtSystemDma) + " destroyed ");
    calls.clear();
    launch([]() -> Status { throw std::bad_alloc(); });
    EXPECT_EQ(stream->Synchronize({}).Code(), code::kHostAllocation);
    EXPECT_EQ(calls, "run complete:" + std::to_string(code::kHostAllocation) + " destroyed ");
  }
}

TEST_F(Streams, DroppedWorkIsNeitherRunNorCompleted) {
  const auto stream = NewStream();
  std::string calls;
  Gate gate;
  ASSERT_TRUE(stream->CallHost(Gate::WaitFor, &gate).IsOk());
  ASSERT_TRUE(stream->Launch(std::make_unique<NotedWork>(kTiny, calls, [] { return Status::Ok(); })).IsOk());
  stream->Discard();
  gate.Open();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_EQ(calls, "destroyed ");
}

TEST_F(Streams, EventsKnowTheTimeBetweenThem) {
  const auto stream = NewStream();
  const auto first = std::make_shared<CpuEvent>();
  const auto second = std::make_shared<CpuEvent>();
  EXPECT_FALSE(second->ElapsedSince(*first));
  ASSERT_TRUE(stream->Record(first).IsOk());
  EXPECT_FALSE(second->ElapsedSince(*first));
  EXPECT_FALSE(first->ElapsedSince(*second));
  constexpr std::chrono::milliseconds kPause(5);
  Run(*stream, kLarge, [kPause] { std::this_thread::sleep_for(kPause); });
  ASSERT_TRUE(stream->Record(second).IsOk());
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  const auto elapsed = second->ElapsedSince(*first);
  ASSERT_TRUE(elapsed);
  EXPECT_GE(*elapsed, kPause);
  EXPECT_EQ(first->ElapsedSince(*second), -*elapsed);
  EXPECT_EQ(first->ElapsedSince(*first), std::chrono::nanoseconds(0));
}

TEST_F(Streams, AnAbortEndsTheWaitForAHold) {
  SynchronizingThread thread(NewStream());
  thread.goOn.Open();
  thread.stream->Abort();
  EXPECT_TRUE(thread.ComesBack());
  EXPECT_EQ(thread.result.Code(), code::kRtStreamAbort);
  EXPECT_EQ(thread.stream->Synchronize(std::chrono::milliseconds(1)).Code(), code::kRtStreamSyncTimeout)
      << "the hold lasts, and who comes later waits for it";
  thread.holdBefore.reset();
  EXPECT_TRUE(thread.stream->Synchronize({}).IsOk());
}

TEST_F(Streams, HostFunctionsNeverRunOnTheThreadThatSynchronizes) {
  const auto stream = NewStream();
  std::thread::id thread;
  const auto tell = [](void* id) { *static_cast<std::thread::id*>(id) = std::this_thread::get_id(); };
  for (int i = 0; i < 20; ++i) {
    Run(*stream, kLarge, [] {});
    ASSERT_TRUE(stream->CallHost(tell, &thread).IsOk());
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
    EXPECT_NE(thread, std::this_thread::get_id());
  }
}

TEST_F(Streams, TinyWorkWaitsForItsTurn) {
  const auto stream = NewStream();
  Gate gate;
  bool ran = false;
  ASSERT_TRUE(stream->CallHost(Gate::WaitFor, &gate).IsOk());
  Run(*stream, kTiny, [&] { ran = true; });
  EXPECT_FALSE(stream->Idle());
  gate.Open();
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(ran);
}

// More blocked streams than any machine has cores: none holds up another.
TEST_F(Streams, HostFunctionsOfManyStreamsBlockSideBySide) {
  Gate gate;
  std::vector<std::shared_ptr<CpuStream>> streams;
  for (int i = 0; i < 100; ++i) {
    streams.push_back(NewStream());
    ASSERT_TRUE(streams.back()->CallHost(Gate::WaitFor, &gate).IsOk());
  }
  const auto opener = NewStream();
  ASSERT_TRUE(opener->CallHost([](void* argument) { static_cast<Gate*>(argument)->Open(); }, &gate).IsOk());
  for (const auto& stream : streams) {
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
  }
  ASSERT_TRUE(opener->Synchronize({}).IsOk());
}

TEST_F(Streams, WaitingForEventsOccupiesNoThread) {
  const auto event = std::make_shared<CpuEvent>();
  const auto recorder = NewStream();
  Gate gate;
  ASSERT_TRUE(recorder->CallHost(Gate::WaitFor, &gate).IsOk());
  ASSERT_TRUE(recorder->Record(event).IsOk());
  std::atomic<int> ran{0};
  std::vector<std::shared_ptr<CpuStream>> waiting;
  for (int i = 0; i < 1000; ++i) {
    waiting.push_back(NewStream());
    ASSERT_TRUE(waiting.back()->Wait(event).IsOk());
    Run(*waiting.back(), kLarge, [&] { ++ran; });
  }
  // Others go on meanwhile.
  const auto other = NewStream();
  Run(*other, kLarge, [] {});
  ASSERT_TRUE(other->Synchronize(std::chrono::minutes(4)).IsOk());  // with a limit: left to the pool
  EXPECT_EQ(ran, 0);
  gate.Open();
  for (const auto& stream : waiting) {
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
  }
  EXPECT_EQ(ran, 1000);
}

TEST_F(Streams, WaitKeepsThePointItWasGiven) {
  const auto event = std::make_shared<CpuEvent>();
  const auto first = NewStream();
  const auto second = NewStream();
  const auto waiter = NewStream();
  Gate firstGate;
  Gate secondGate;
  bool ran = false;
  ASSERT_TRUE(first->CallHost(Gate::WaitFor, &firstGate).IsOk());
  ASSERT_TRUE(first->Record(event).IsOk());
  ASSERT_TRUE(waiter->Wait(event).IsOk());
  Run(*waiter, kLarge, [&] { ran = true; });
  ASSERT_TRUE(second->CallHost(Gate::WaitFor, &secondGate).IsOk());
  ASSERT_TRUE(second->Record(event).IsOk());
  firstGate.Open();
  ASSERT_TRUE(waiter->Synchronize({}).IsOk());
  EXPECT_TRUE(ran);
  EXPECT_FALSE(event->Complete());
  secondGate.Open();
  EXPECT_TRUE(event->Synchronize({}).IsOk());
  EXPECT_TRUE(event->Complete());
}

TEST_F(Streams, NeverRecordedEventsAreComplete) {
  const auto event = std::make_shared<CpuEvent>();
  const auto stream = NewStream();
  EXPECT_FALSE(event->Recorded());
  EXPECT_TRUE(event->Complete());
  EXPECT_TRUE(event->Synchronize({}).IsOk());
  EXPECT_FALSE(event->Timestamp());
  EXPECT_TRUE(stream->Wait(event).IsOk());
  EXPECT_TRUE(stream->Idle());
}

TEST_F(Streams, TimeoutsExpireAndTheStreamGoesOn) {
  const auto stream = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  Gate gate;
  ASSERT_TRUE(stream->CallHost(Gate::WaitFor, &gate).IsOk());
  ASSERT_TRUE(stream->Record(event).IsOk());
  EXPECT_EQ(stream->Synchronize(std::chrono::milliseconds(1)).Code(), code::kRtStreamSyncTimeout);
  EXPECT_EQ(event->Synchronize(std::chrono::milliseconds(1)).Code(), code::kRtEventSyncTimeout);
  gate.Open();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(event->Synchronize({}).IsOk());
}

TEST_F(Streams, AFailureIsReportedOnceAndLaterWorkRuns) {
  for (const size_t bytes : {kTiny, kLarge}) {
    const auto stream = NewStream();
    bool ran = false;
    Fail(*stream, bytes, "first");
    Fail(*stream, bytes, "second");
    Run(*stream, bytes, [&] { ran = true; });
    const Status status = stream->Synchronize({});
    EXPECT_EQ(status.Code(), 507035);
    EXPECT_EQ(status.Message(), "first");
    EXPECT_TRUE(ran);
    EXPECT_TRUE(stream->Synchronize({}).IsOk());
  }
}

TEST_F(Streams, DrainLeavesTheFailure) {
  const auto stream = NewStream();
  Fail(*stream, kLarge, "kept");
  stream->Drain();
  EXPECT_EQ(stream->Synchronize({}).Message(), "kept");
}

TEST_F(Streams, AnEventCarriesTheFailureBeforeIt) {
  const auto stream = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  Fail(*stream, kLarge, "before");
  ASSERT_TRUE(stream->Record(event).IsOk());
  EXPECT_EQ(event->Synchronize({}).Message(), "before");
  EXPECT_EQ(stream->Synchronize({}).Message(), "before");
}

TEST_F(Streams, StopModeDropsLaterWorkAndStays) {
  const auto group = std::make_shared<StreamGroup>();
  const auto stream = NewStream(group);
  const auto event = std::make_shared<CpuEvent>();
  group->SetFailureMode(FailureMode::kStop);
  Gate gate;
  bool ran = false;
  ASSERT_TRUE(stream->CallHost(Gate::WaitFor, &gate).IsOk());
  Fail(*stream, kLarge, "stops");
  Run(*stream, kLarge, [&] { ran = true; });
  ASSERT_TRUE(stream->Record(event).IsOk());
  gate.Open();
  EXPECT_EQ(stream->Synchronize({}).Message(), "stops");
  EXPECT_EQ(stream->Synchronize({}).Message(), "stops");
  EXPECT_FALSE(ran);
  EXPECT_EQ(event->Synchronize({}).Message(), "stops") << "whoever waits for a dropped record must not hang";
  EXPECT_EQ(stream->Launch(std::make_unique<FunctionWork>(kTiny, [] { return Status::Ok(); })).Message(),
            "stops");
}

TEST_F(Streams, DiscardDropsWhatHasNotStarted) {
  const auto stream = NewStream();
  const auto recorder = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  Gate gate;
  bool ran = false;
  ASSERT_TRUE(recorder->CallHost(Gate::WaitFor, &gate).IsOk());
  ASSERT_TRUE(recorder->Record(event).IsOk());
  ASSERT_TRUE(stream->Wait(event).IsOk());
  Run(*stream, kLarge, [&] { ran = true; });
  stream->Discard();
  EXPECT_TRUE(stream->Synchronize({}).IsOk()) << "the event need not come";
  EXPECT_TRUE(stream->Idle());
  gate.Open();
  ASSERT_TRUE(recorder->Synchronize({}).IsOk());
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_FALSE(ran);
  // And it can be used again.
  Run(*stream, kLarge, [&] { ran = true; });
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(ran);
}

TEST_F(Streams, ExceptionsBecomeFailures) {
  const auto stream = NewStream();
  (void)stream->Launch(std::make_unique<FunctionWork>(
      kLarge, []() -> Status { throw std::runtime_error("thrown by the work"); }));
  const Status status = stream->Synchronize({});
  EXPECT_EQ(status.Code(), code::kInternal);
  EXPECT_NE(status.Message().find("thrown by the work"), std::string::npos);
}

TEST_F(Streams, AHostFunctionMayThrow) {
  const auto stream = NewStream();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(
        stream
            ->CallHost([](void* /*argument*/) { throw std::runtime_error("thrown by the client"); }, nullptr)
            .IsOk());
  }
  EXPECT_EQ(stream->Synchronize({}).Code(), code::kInternal);
  bool ran = false;
  Run(*stream, kLarge, [&] { ran = true; });
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(ran);
}

TEST_F(Streams, ManyThreadsEnqueueAndSynchronize) {
  const auto stream = NewStream();
  int64_t sum = 0;  // guarded by the stream's order
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        Run(*stream, (i + t) % 2 == 0 ? kTiny : kLarge, [&sum] { ++sum; });
        if (i % 100 == 0) {
          ASSERT_TRUE(stream->Synchronize({}).IsOk());
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_EQ(sum, 4000);
}

TEST_F(Streams, CopyAndFill) {
  const auto stream = NewStream();
  constexpr size_t kBytes = (size_t{5} << 20) + 3;
  std::vector<unsigned char> source(kBytes, 1);
  std::vector<unsigned char> destination(kBytes);
  const auto alive = std::make_shared<int>(1);
  ASSERT_TRUE(stream->Fill(source.data(), 0xAB, kBytes, alive).IsOk());
  ASSERT_TRUE(stream->Copy(destination.data(), source.data(), kBytes, alive).IsOk());
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_EQ(destination, std::vector<unsigned char>(kBytes, 0xAB));
  EXPECT_EQ(alive.use_count(), 1) << "what a task kept alive is released before its end is announced";
}

TEST(ParallelFor, CallsEachIndexOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3, 8}) {
    Arena arena(threads);
    const CpuContext context(&arena);
    for (const int64_t count : {0, 1, 2, 1000}) {
      std::vector<int> calls(static_cast<size_t>(count));
      context.ParallelFor(count, [&](int64_t index) { ++calls[static_cast<size_t>(index)]; });
      EXPECT_EQ(calls, std::vector<int>(static_cast<size_t>(count), 1));
    }
  }
}

TEST(ParallelFor, UsesSeveralThreads) {
  Arena arena(2);
  const CpuContext context(&arena);
  // Each of two bodies waits until the other has started: possible only side by side.
  std::atomic<int> started{0};
  context.ParallelFor(2, [&](int64_t /*index*/) {
    ++started;
    started.notify_all();
    for (int seen = started; seen < 2; seen = started) {
      started.wait(seen);
    }
  });
  EXPECT_EQ(started, 2);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
