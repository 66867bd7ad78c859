// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/task_slots.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace openaclnn {
namespace {

// Each index on a thread of its own.
struct Threads {
  template <class Body>
  void ParallelFor(int64_t count, const Body& body) const {
    std::vector<std::jthread> threads;
    for (int64_t i = 0; i < count; ++i) {
      threads.emplace_back([&body, i] { body(i); });
    }
  }
};

TEST(Tasks, EachRunsOnceAndAloneInItsSlot) {
  constexpr int64_t kTasks = 1000;
  for (const int64_t slots : {1, 3, 2000}) {
    std::vector<std::atomic<int>> runs(kTasks);
    std::vector<std::atomic<int>> users(static_cast<size_t>(slots));
    ForEachTaskInSlots(Threads(), slots == 2000 ? 5 : kTasks, slots, [&](int64_t task, int64_t slot) {
      ++runs[static_cast<size_t>(task)];
      EXPECT_EQ(users[static_cast<size_t>(slot)]++, 0);
      --users[static_cast<size_t>(slot)];
    });
    for (int64_t task = 0; task < kTasks; ++task) {
      EXPECT_EQ(runs[static_cast<size_t>(task)], slots < 2000 || task < 5 ? 1 : 0) << task;
    }
  }
}

TEST(Tasks, NoneIsNoCall) {
  ForEachTaskInSlots(Threads(), 0, 4, [](int64_t, int64_t) { FAIL(); });
}

}  // namespace
}  // namespace openaclnn
