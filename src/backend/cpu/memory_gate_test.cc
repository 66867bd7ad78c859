// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace openaclnn::backend::cpu {
namespace {

TEST(MemoryGate, ClosesOnceNobodyIsInside) {
  auto pass = std::make_unique<MemoryGate::Pass>();
  auto second = std::make_unique<MemoryGate::Pass>();
  std::atomic<bool> closed{false};
  std::thread closer([&closed] {
    const MemoryGate::Closure closure;
    closed = true;
  });
  EXPECT_FALSE(closed);
  pass = nullptr;
  EXPECT_FALSE(closed);
  second = nullptr;
  closer.join();
  EXPECT_TRUE(closed);
}

TEST(MemoryGate, KeepsOneSideOut) {
  constexpr int kRounds = 2000;
  std::atomic<int> inside{0};
  std::atomic<int> closed{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const MemoryGate::Pass pass;
        ++inside;
        wrong += closed != 0 ? 1 : 0;
        --inside;
      }
    });
  }
  threads.emplace_back([&] {
    for (int round = 0; round < kRounds; ++round) {
      const MemoryGate::Closure closure;
      ++closed;
      wrong += inside != 0 ? 1 : 0;
      --closed;
    }
  });
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
