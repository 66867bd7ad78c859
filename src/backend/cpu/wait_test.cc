// SPDX-License-Identifier: Apache-2.0
//
// Streams that wait for signals, for values in memory, and not for ever.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "backend/allocation_registry.h"
#include "backend/cpu/device.h"
#include "backend/cpu/event.h"
#include "backend/cpu/signal.h"
#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSoon(5);
constexpr milliseconds kNotInThisTest(600'000);
constexpr int kMany = 1000;  // more than any machine has cores

class FunctionCondition final : public Condition {
 public:
  explicit FunctionCondition(std::function<std::optional<Status>()> function)
      : function_(std::move(function)) {}
  [[nodiscard]] std::optional<Status> Look() noexcept override { return function_(); }

 private:
  std::function<std::optional<Status>()> function_;
};

class FunctionWork final : public Work {
 public:
  explicit FunctionWork(std::function<void()> function) : function_(std::move(function)) {}
  [[nodiscard]] const char* Name() const override { return "test"; }
  [[nodiscard]] size_t Bytes() const override { return size_t{1} << 30; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    function_();
    return Status::Ok();
  }

 private:
  std::function<void()> function_;
};

class Waits : public ::testing::Test {
 protected:
  std::shared_ptr<CpuStream> NewStream() { return std::make_shared<CpuStream>(arena_); }

  static void Run(CpuStream& stream, std::function<void()> function) {
    ASSERT_TRUE(stream.Launch(std::make_unique<FunctionWork>(std::move(function))).IsOk());
  }
  void WaitFor(CpuStream& stream, std::function<std::optional<Status>()> condition,
               WaitOptions options = {}) const {
    ASSERT_TRUE(
        stream.WaitFor(signal_, std::make_unique<FunctionCondition>(std::move(condition)), std::move(options))
            .IsOk());
  }
  // Passes when the flag is set, and clears it.
  void Take(CpuStream& stream, WaitOptions options = {}) {
    WaitFor(
        stream,
        [this]() -> std::optional<Status> {
          ++looks_;
          looks_.notify_all();
          return std::exchange(flag_, false) ? std::optional(Status::Ok()) : std::nullopt;
        },
        std::move(options));
  }
  void Set() {
    signal_->Change([this] { flag_ = true; });
  }
  // Until so many conditions were looked at: so many waits have begun, where nothing has changed since.
  void UntilLooks(int count) const {
    for (int seen = looks_; seen < count; seen = looks_) {
      looks_.wait(seen);
    }
  }

  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>(2);
  std::shared_ptr<CpuSignal> signal_ = std::make_shared<CpuSignal>();
  bool flag_ = false;
  std::atomic<int> looks_{0};
};

TEST_F(Waits, AChangeLetsTheStreamGoOn) {
  const auto stream = NewStream();
  std::atomic<bool> ran{false};
  Take(*stream);
  Run(*stream, [&] { ran = true; });
  UntilLooks(1);
  EXPECT_EQ(stream->Synchronize(kSoon).Code(), code::kRtStreamSyncTimeout);
  EXPECT_FALSE(ran);
  Set();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_TRUE(ran);
}

TEST_F(Waits, AWatchedSignalHearsOfWhatNobodyAnnounces) {
  std::atomic<bool> isSet{false};
  const auto wait = [&](CpuStream& stream) {
    WaitFor(stream, [&isSet] { return isSet.exchange(false) ? std::optional(Status::Ok()) : std::nullopt; });
  };
  const auto before = NewStream();
  wait(*before);
  EXPECT_EQ(before->Synchronize(kSoon).Code(), code::kRtStreamSyncTimeout);
  signal_->Watch(signal_);
  isSet = true;
  EXPECT_TRUE(before->Synchronize({}).IsOk()) << "a wait that had begun";
  signal_->Watch(signal_);  // a repeat changes nothing
  const auto after = NewStream();
  wait(*after);
  EXPECT_EQ(after->Synchronize(kSoon).Code(), code::kRtStreamSyncTimeout);
  isSet = true;
  EXPECT_TRUE(after->Synchronize({}).IsOk());
  EXPECT_FALSE(signal_->HasWaiting());
  EXPECT_EQ(signal_.use_count(), 1) << "nobody keeps it";
}

TEST_F(Waits, AConditionThatHoldsAlreadyHoldsNobodyUp) {
  const auto stream = NewStream();
  Set();
  Take(*stream);
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_FALSE(flag_) << "it is used up all the same";
  EXPECT_FALSE(signal_->HasWaiting());
}

TEST_F(Waits, WhoArrivedFirstGoesFirst) {
  std::vector<std::shared_ptr<CpuStream>> streams;
  std::vector<int> order;
  for (int i = 0; i < 10; ++i) {
    streams.push_back(NewStream());
    Take(*streams.back());
    Run(*streams.back(), [&order, i] { order.push_back(i); });
    UntilLooks(i + 1);
  }
  for (int i = 0; i < 10; ++i) {
    Set();
    ASSERT_TRUE(streams[static_cast<size_t>(i)]->Synchronize({}).IsOk());
    ASSERT_EQ(order.size(), static_cast<size_t>(i) + 1) << "one change releases one wait";
    EXPECT_EQ(order.back(), i);
  }
}

TEST_F(Waits, ThousandStreamsOccupyNoThread) {
  std::vector<std::shared_ptr<CpuStream>> streams;
  std::atomic<int> ran{0};
  bool open = false;
  for (int i = 0; i < kMany; ++i) {
    streams.push_back(NewStream());
    WaitFor(*streams.back(), [&] { return open ? std::optional(Status::Ok()) : std::nullopt; },
            {.limit = kNotInThisTest});
    Run(*streams.back(), [&] { ++ran; });
  }
  const auto other = NewStream();
  Run(*other, [] {});
  ASSERT_TRUE(other->Synchronize(std::chrono::minutes(4)).IsOk());  // with a limit: left to the pool
  EXPECT_EQ(ran, 0);
  signal_->Change([&] { open = true; });
  for (const auto& stream : streams) {
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
  }
  EXPECT_EQ(ran, kMany);
}

// What one wait does when it ends may be what an earlier one waits for.
TEST_F(Waits, AnEndMayBringAboutAnother) {
  const auto first = NewStream();
  const auto second = NewStream();
  int number = 7;
  WaitFor(*first, [&] {
    ++looks_;
    looks_.notify_all();
    return number == 0 ? std::optional(Status::Ok()) : std::nullopt;
  });
  UntilLooks(1);
  const auto resetIfEight = [&]() -> std::optional<Status> {
    ++looks_;
    looks_.notify_all();
    return number == 8 ? (number = 0, std::optional(Status::Ok())) : std::nullopt;
  };
  WaitFor(*second, resetIfEight);
  UntilLooks(2);
  signal_->Change([&] { number = 8; });
  EXPECT_TRUE(first->Synchronize({}).IsOk());
  EXPECT_TRUE(second->Synchronize({}).IsOk());

  // The same where the one that ends has only just arrived.
  signal_->Change([&] { number = 8; });
  const int before = looks_;
  WaitFor(*first, [&] {
    ++looks_;
    looks_.notify_all();
    return number == 0 ? std::optional(Status::Ok()) : std::nullopt;
  });
  UntilLooks(before + 1);
  WaitFor(*second, resetIfEight);
  EXPECT_TRUE(first->Synchronize({}).IsOk());
  EXPECT_TRUE(second->Synchronize({}).IsOk());
}

TEST_F(Waits, AConditionMayFailTheTask) {
  const auto stream = NewStream();
  bool ran = false;
  WaitFor(*stream, [] { return std::optional(Status(107015, "in vain")); });
  Run(*stream, [&] { ran = true; });
  EXPECT_EQ(stream->Synchronize({}).Message(), "in vain");
  EXPECT_TRUE(ran) << "later tasks run";
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
}

TEST_F(Waits, TimeEnds) {
  const auto stream = NewStream();
  bool ran = false;
  Take(*stream, {.limit = kSoon});
  Run(*stream, [&] { ran = true; });
  const Status status = stream->Synchronize({});
  EXPECT_EQ(status.Code(), code::kRtWaitTimeout);
  EXPECT_NE(status.Message().find("5 ms"), std::string::npos);
  EXPECT_TRUE(ran);
  EXPECT_FALSE(signal_->HasWaiting());
  Set();
  EXPECT_TRUE(flag_) << "nobody is left to use it up";
}

TEST_F(Waits, TimesEndInTheirOwnOrder) {
  const auto late = NewStream();
  const auto soon = NewStream();
  Take(*late, {.limit = kNotInThisTest});
  UntilLooks(1);
  Take(*soon, {.limit = kSoon});
  EXPECT_EQ(soon->Synchronize({}).Code(), code::kRtWaitTimeout);
  EXPECT_FALSE(late->Idle());
  Set();
  EXPECT_TRUE(late->Synchronize({}).IsOk());
}

TEST_F(Waits, ATimeThatIsNotUsedUpChangesNothing) {
  const auto stream = NewStream();
  for (int i = 0; i < 100; ++i) {
    Take(*stream, {.limit = kNotInThisTest});
    Set();
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
  }
}

// Changes, ends of time and discards meet: each wait ends once.
TEST_F(Waits, EndsMayRace) {
  std::vector<std::shared_ptr<CpuStream>> streams;
  for (int i = 0; i < 60; ++i) {
    streams.push_back(NewStream());
    Take(*streams.back(), {.limit = milliseconds(i % 4 + 1)});
  }
  for (int i = 0; i < 20; ++i) {
    Set();
    streams[static_cast<size_t>(i)]->Discard();
  }
  for (const auto& stream : streams) {
    const int32_t status = stream->Synchronize({}).Code();
    EXPECT_TRUE(status == code::kOk || status == code::kRtWaitTimeout) << status;
    EXPECT_TRUE(stream->Idle());
  }
  EXPECT_FALSE(signal_->HasWaiting());
}

TEST_F(Waits, DiscardEndsAWaitAtOnce) {
  const auto stream = NewStream();
  const auto kept = std::make_shared<int>(1);
  bool ran = false;
  Take(*stream, {.limit = kNotInThisTest, .keepAlive = kept});
  Run(*stream, [&] { ran = true; });
  UntilLooks(1);
  stream->Discard();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_FALSE(ran);
  EXPECT_EQ(kept.use_count(), 1);
  EXPECT_FALSE(signal_->HasWaiting());
  Take(*stream);
  UntilLooks(2);
  Set();
  EXPECT_TRUE(stream->Synchronize({}).IsOk()) << "the next wait gets the change, not the one that is gone";
}

TEST_F(Waits, WhatIsKeptAliveIsReleasedBeforeTheEndIsAnnounced) {
  const auto stream = NewStream();
  const auto kept = std::make_shared<int>(1);
  for (const bool before : {true, false}) {
    if (before) {
      Set();
    }
    Take(*stream, {.keepAlive = kept});
    if (!before) {
      Set();
    }
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
    EXPECT_EQ(kept.use_count(), 1);
  }
}

TEST_F(Waits, BeginAtOnceWhereTheStreamIsIdle) {
  const std::shared_ptr<CpuStream> stream = NewStream();
  std::thread::id looked;
  WaitFor(*stream, [&]() -> std::optional<Status> {
    looked = std::this_thread::get_id();
    return Status::Ok();
  });
  EXPECT_EQ(looked, std::this_thread::get_id());
  EXPECT_TRUE(stream->Idle());
}

TEST_F(Waits, AThreadThatSynchronizesEndsThem) {
  const std::shared_ptr<CpuStream> stream = NewStream();
  std::thread::id released;
  const auto note = [&](const int* number) {
    delete number;
    released = std::this_thread::get_id();
  };
  Take(*stream, {.keepAlive = std::shared_ptr<const int>(new int(0), note)});
  std::thread setter([&] {
    std::this_thread::sleep_for(10 * kSoon);  // the other synchronizes by then
    Set();
  });
  EXPECT_TRUE(stream->Synchronize(std::nullopt).IsOk());
  EXPECT_EQ(released, std::this_thread::get_id());
  setter.join();
}

// Who is left a wait that it does not wait for itself.
TEST_F(Waits, GoOnWhereAThreadThatSynchronizesGoes) {
  const std::shared_ptr<CpuStream> stream = NewStream();
  for (int round = 0; round < kMany; ++round) {
    Take(*stream);
    std::thread waiter([&] { EXPECT_TRUE(stream->Synchronize(std::nullopt).IsOk()); });
    Set();
    Take(*stream);
    Set();
    waiter.join();
    ASSERT_TRUE(stream->Synchronize(kNotInThisTest).IsOk());
  }
}

TEST_F(Waits, AStreamMayEndWhileItWaits) {
  auto stream = NewStream();
  Take(*stream, {.limit = kNotInThisTest});
  while (!signal_->HasWaiting()) {
    std::this_thread::yield();
  }
  while (stream.use_count() > 1) {  // the worker that began the wait lets go of it
    std::this_thread::yield();
  }
  stream.reset();
  EXPECT_FALSE(signal_->HasWaiting());
  Set();
  EXPECT_TRUE(flag_);
}

TEST_F(Waits, AnEventKeepsSomethingAliveUntilItsWaitIsOver) {
  const auto recorder = NewStream();
  const auto waiter = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  const auto kept = std::make_shared<int>(1);
  Take(*recorder);
  ASSERT_TRUE(recorder->Record(event).IsOk());
  ASSERT_TRUE(waiter->WaitFor(event, {.limit = kNotInThisTest, .keepAlive = kept}).IsOk());
  EXPECT_EQ(kept.use_count(), 2);
  Set();
  ASSERT_TRUE(waiter->Synchronize({}).IsOk());
  EXPECT_EQ(kept.use_count(), 1);
  ASSERT_TRUE(waiter->WaitFor(event, {.keepAlive = kept}).IsOk());
  EXPECT_TRUE(waiter->Idle()) << "a wait for what is reached costs no thread";
  EXPECT_EQ(kept.use_count(), 1);
}

TEST_F(Waits, AnEventsTimeEnds) {
  const auto recorder = NewStream();
  const auto waiter = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  Take(*recorder);
  ASSERT_TRUE(recorder->Record(event).IsOk());
  ASSERT_TRUE(waiter->WaitFor(event, {.limit = kSoon}).IsOk());
  EXPECT_EQ(waiter->Synchronize({}).Code(), code::kRtWaitTimeout);
  Set();
  EXPECT_TRUE(recorder->Synchronize({}).IsOk());
}

TEST_F(Waits, ResetForgetsTheRecordThatItWasGiven) {
  const auto recorder = NewStream();
  const auto resetter = NewStream();
  const auto event = std::make_shared<CpuEvent>();
  ASSERT_TRUE(resetter->Reset(event).IsOk()) << "no record, nothing to forget";
  ASSERT_TRUE(recorder->Record(event).IsOk());
  ASSERT_TRUE(resetter->Reset(event).IsOk());
  EXPECT_FALSE(event->Recorded());
  ASSERT_TRUE(recorder->Record(event).IsOk());
  Take(*resetter);
  ASSERT_TRUE(resetter->Reset(event).IsOk());
  ASSERT_TRUE(recorder->Record(event).IsOk());
  Set();
  ASSERT_TRUE(resetter->Synchronize({}).IsOk());
  EXPECT_TRUE(event->Recorded()) << "a later record stays";
}

std::shared_ptr<Hold> HoldOpen(CpuStream& stream) {
  std::shared_ptr<Hold> hold = stream.MakeHold();
  EXPECT_TRUE(stream.LaunchHolding(std::make_unique<FunctionWork>([] {}), hold).IsOk());
  return hold;
}

TEST_F(Waits, AHoldKeepsAStreamFromBeingDone) {
  const auto stream = NewStream();
  auto first = HoldOpen(*stream);
  auto second = HoldOpen(*stream);
  std::atomic<bool> ran = false;
  Run(*stream, [&] {
    ran = true;
    ran.notify_one();
  });
  ran.wait(false);  // tasks run meanwhile
  EXPECT_EQ(stream->Synchronize(kSoon).Code(), code::kRtStreamSyncTimeout);
  EXPECT_FALSE(stream->Idle());
  first.reset();
  EXPECT_EQ(stream->Synchronize(kSoon).Code(), code::kRtStreamSyncTimeout);
  std::thread releaser([&] { second.reset(); });
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  stream->Drain();
  EXPECT_TRUE(stream->Idle());
  releaser.join();
}

class Values : public Waits {
 protected:
  void SetUp() override {
    void* data = nullptr;
    ASSERT_TRUE(device_->Allocate(64, &data).IsOk());
    ASSERT_TRUE(device_->Fill(data, 0, 64).IsOk());
    block_ = std::make_shared<Allocation>(device_, 0, static_cast<std::byte*>(data), size_t{64});
  }
  [[nodiscard]] Cell TheCell() const { return {block_->Base() + 8, block_}; }
  [[nodiscard]] uint64_t Value() const {
    uint64_t value = 0;
    EXPECT_TRUE(device_->Copy(&value, block_->Base() + 8, sizeof value).IsOk());
    return value;
  }
  void Write(uint64_t value) const {
    EXPECT_TRUE(device_->Copy(block_->Base() + 8, &value, sizeof value).IsOk());
  }

  std::shared_ptr<CpuDevice> device_ = std::make_shared<CpuDevice>(0, 2);
  std::shared_ptr<Allocation> block_;
};

TEST_F(Values, AreWrittenInOrder) {
  const auto stream = NewStream();
  Take(*stream);
  ASSERT_TRUE(stream->WriteValue(TheCell(), 0x0123456789ABCDEF).IsOk());
  EXPECT_EQ(Value(), 0U);
  Set();
  ASSERT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_EQ(Value(), 0x0123456789ABCDEFU);
}

TEST_F(Values, PassTheirTests) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  struct Case {
    ValueTest test;
    uint64_t value;
    uint64_t fails;
    uint64_t passes;
  };
  constexpr auto kCases = std::to_array<Case>({
      {ValueTest::kGreaterOrEqual, 5, 4, 5},
      {ValueTest::kGreaterOrEqual, 5, 0, kMost / 2},
      {ValueTest::kGreaterOrEqual, kMost, kMost - 1, 3},  // wrapped around
      {ValueTest::kEqual, 1, (uint64_t{1} << 32) + 1, 1},
      {ValueTest::kAnd, 0x8000000000000001, 0x7FFFFFFFFFFFFFFE, uint64_t{1} << 63},
      {ValueTest::kNor, 0xF0, kMost - 0xF0, kMost - 0xF1},
  });
  const auto stream = NewStream();
  for (const Case& each : kCases) {
    Write(each.fails);
    ASSERT_TRUE(stream->WaitForValue(TheCell(), each.test, each.value).IsOk());
    EXPECT_EQ(stream->Synchronize(milliseconds(2)).Code(), code::kRtStreamSyncTimeout);
    Write(each.passes);
    EXPECT_TRUE(stream->Synchronize({}).IsOk());
  }
}

TEST_F(Values, ReachManyStreams) {
  std::vector<std::shared_ptr<CpuStream>> streams;
  for (int i = 0; i < kMany; ++i) {
    streams.push_back(NewStream());
    ASSERT_TRUE(streams.back()->WaitForValue(TheCell(), ValueTest::kEqual, 3).IsOk());
  }
  const auto writer = NewStream();
  ASSERT_TRUE(writer->WriteValue(TheCell(), 3).IsOk());
  for (const auto& stream : streams) {
    ASSERT_TRUE(stream->Synchronize({}).IsOk());
  }
}

TEST_F(Values, FailWhereTheMemoryIsFreed) {
  const auto stream = NewStream();
  ASSERT_TRUE(stream->WaitForValue(TheCell(), ValueTest::kEqual, 3).IsOk());
  EXPECT_EQ(stream->Synchronize(milliseconds(2)).Code(), code::kRtStreamSyncTimeout);
  block_->MarkFreed();
  const Status waited = stream->Synchronize({});
  EXPECT_EQ(waited.Code(), code::kRtVectorCoreException);
  EXPECT_NE(waited.Message().find("devAddr"), std::string::npos);
  ASSERT_TRUE(stream->WriteValue(TheCell(), 3).IsOk());
  EXPECT_EQ(stream->Synchronize({}).Code(), code::kRtVectorCoreException);
  EXPECT_EQ(Value(), 0U);
}

TEST_F(Values, HoldTheirBlockNoLongerThanTheyLast) {
  const auto stream = NewStream();
  ASSERT_TRUE(stream->WaitForValue(TheCell(), ValueTest::kEqual, 3).IsOk());
  EXPECT_EQ(block_.use_count(), 2);
  stream->Discard();
  EXPECT_TRUE(stream->Synchronize({}).IsOk());
  EXPECT_EQ(block_.use_count(), 1);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
