// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory_gate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace openaclnn::backend::cpu {
namespace {

bool IsAsleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(file, line);
  const size_t end = line.rfind(')');  // of the name
  return end != std::string::npos && line.compare(end, 3, ") S") == 0;
}

TEST(MemoryGate, ClosesOnceNobodyIsInside) {
  auto pass = std::make_unique<MemoryGate::Pass>();
  auto second = std::make_unique<MemoryGate::Pass>();
  std::atomic<bool> closed{false};
  std::atomic<pid_t> thread{0};
  std::thread closer([&] {
    thread = gettid();
    const MemoryGate::Closure closure;
    closed = true;
  });
  while (thread == 0 || !IsAsleep(thread)) {  // until it waits in the gate
    std::this_thread::yield();
  }
  EXPECT_FALSE(closed);
  pass = nullptr;
  EXPECT_FALSE(closed);
  second = nullptr;
  closer.join();
  EXPECT_TRUE(closed);
}

TEST(MemoryGate, KeepsOneSideOut) {
  constexpr int kRounds = 20000;
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
