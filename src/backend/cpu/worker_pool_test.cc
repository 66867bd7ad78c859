// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/worker_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {
namespace {

using std::chrono::seconds;

// Counts how many of its kind run at once.
class CountedWork final : public Work {
 public:
  struct Count {
    std::atomic<int> now = 0;
    std::atomic<int> most = 0;
  };
  explicit CountedWork(Count& count) : count_(count) {}
  [[nodiscard]] const char* Name() const override { return "counted"; }
  [[nodiscard]] size_t Bytes() const override { return size_t{1} << 30; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    const int now = ++count_.now;
    int most = count_.most;
    while (most < now && !count_.most.compare_exchange_weak(most, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --count_.now;
    return Status::Ok();
  }

 private:
  Count& count_;
};

struct Meeting {
  std::atomic<int> arrived = 0;
  std::atomic<bool> open = false;
  static void Attend(void* meeting) {
    auto& self = *static_cast<Meeting*>(meeting);
    ++self.arrived;
    self.arrived.notify_all();
    self.open.wait(false);
  }
};

// User code that blocks lets others take its thread's place; when it is over there are more threads than may
// run.
TEST(WorkerPool, ServesNoMoreAtOnceThanItsLimit) {
  const int limit = std::max(4, static_cast<int>(std::thread::hardware_concurrency()));
  const auto arena = std::make_shared<Arena>(1);
  std::vector<std::shared_ptr<CpuStream>> streams;
  Meeting meeting;
  for (int i = 0; i < 3 * limit; ++i) {
    streams.push_back(std::make_shared<CpuStream>(arena));
    ASSERT_TRUE(streams.back()->CallHost(Meeting::Attend, &meeting).IsOk());
  }
  for (int arrived = 0; arrived < 3 * limit; arrived = meeting.arrived) {
    meeting.arrived.wait(arrived);
  }
  meeting.open = true;
  meeting.open.notify_all();
  for (const auto& stream : streams) {
    ASSERT_TRUE(stream->Synchronize(seconds(60)).IsOk());
  }
  CountedWork::Count count;
  for (const auto& stream : streams) {
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(stream->Launch(std::make_unique<CountedWork>(count)).IsOk());
    }
  }
  for (const auto& stream : streams) {
    ASSERT_TRUE(stream->Synchronize(seconds(60)).IsOk());  // with a limit: on no thread but the pool's
  }
  EXPECT_LE(count.most, limit);
  EXPECT_GT(count.most, 1);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
