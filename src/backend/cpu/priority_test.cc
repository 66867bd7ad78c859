// SPDX-License-Identifier: Apache-2.0
//
// That the priorities of streams bias which one gets a thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {
namespace {

// Occupies a thread of the pool until it is opened.
class Blocker final : public Work {
 public:
  Blocker(std::atomic<int>& arrived, std::atomic<bool>& open) : arrived_(arrived), open_(open) {}
  [[nodiscard]] const char* Name() const override { return "Blocker"; }
  [[nodiscard]] size_t Bytes() const override { return size_t{1} << 30; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    ++arrived_;
    arrived_.notify_all();
    open_.wait(false);
    return Status::Ok();
  }

 private:
  std::atomic<int>& arrived_;
  std::atomic<bool>& open_;
};

class Note final : public Work {
 public:
  Note(std::vector<uint32_t>& notes, uint32_t number) : notes_(notes), number_(number) {}
  [[nodiscard]] const char* Name() const override { return "Note"; }
  [[nodiscard]] size_t Bytes() const override { return size_t{1} << 30; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    notes_.push_back(number_);
    return Status::Ok();
  }

 private:
  std::vector<uint32_t>& notes_;
  uint32_t number_;
};

void Open(std::atomic<bool>& gate) {
  gate = true;
  gate.notify_all();
}

// Exits with 0 if urgent streams came first, and others not last of all.
[[noreturn]] void ServeOnOneThread() {
  const auto arena = std::make_shared<Arena>(1);
  const int threads = std::max(4, static_cast<int>(std::thread::hardware_concurrency()));
  std::atomic<int> arrived{0};
  std::atomic<bool> first{false};
  std::atomic<bool> rest{false};
  std::vector<std::shared_ptr<CpuStream>> blocked;
  for (int thread = 0; thread < threads; ++thread) {
    blocked.push_back(std::make_shared<CpuStream>(arena));
    static_cast<void>(blocked.back()->Launch(std::make_unique<Blocker>(arrived, thread == 0 ? first : rest)));
  }
  for (int seen = arrived; seen < threads; seen = arrived) {
    arrived.wait(seen);
  }
  // All threads are occupied. What comes now waits, and one thread will serve it all.
  constexpr uint32_t kEach = 8;
  std::vector<uint32_t> served;
  std::vector<std::shared_ptr<CpuStream>> streams;
  for (const uint32_t priority : {kLeastPriority, 0U}) {
    for (uint32_t stream = 0; stream < kEach; ++stream) {
      streams.push_back(std::make_shared<CpuStream>(arena, StreamOptions{.priority = priority}));
      static_cast<void>(streams.back()->Launch(std::make_unique<Note>(served, priority)));
    }
  }
  Open(first);
  for (const auto& stream : streams) {
    // With a time limit this thread leaves the work to the pool.
    static_cast<void>(stream->Synchronize(std::chrono::minutes(5)));
  }
  const auto urgentEarly = std::count(served.begin(), served.begin() + kEach, 0U);
  Open(rest);
  for (const auto& stream : blocked) {
    static_cast<void>(stream->Synchronize({}));
  }
  std::_Exit(served.size() == 2 * kEach && urgentEarly > kEach / 2 && urgentEarly < kEach ? 0 : 1);
}

// In a process of its own, where no other test has made the pool start more threads.
TEST(PrioritiesDeathTest, UrgentStreamsAreServedFirstAndOthersToo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ServeOnOneThread(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::backend::cpu
