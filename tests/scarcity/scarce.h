// SPDX-License-Identifier: Apache-2.0
//
// Makes memory and threads run short at a chosen moment, for the whole process: this program's operator new
// and pthread_create stand before those of the system, also for what the libraries call.
#pragma once

#include <cstdint>

namespace openaclnn::testing {

enum class Shortage {
  kOnce,     // a single allocation fails
  kForGood,  // this one and all that follow
};

// While it lives, the n-th allocation from its start (the first is 1) fails, on whatever thread.
class ScarceMemory {
 public:
  ScarceMemory(int64_t n, Shortage shortage);
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;
  ~ScarceMemory();

  // Whether the allocation was reached.
  [[nodiscard]] bool Hit() const;
};

// While it lives, no thread can be started.
class ScarceThreads {
 public:
  ScarceThreads();
  ScarceThreads(const ScarceThreads&) = delete;
  ScarceThreads& operator=(const ScarceThreads&) = delete;
  ~ScarceThreads();

  // The sanitizers start threads in ways of their own.
  static bool Supported();
};

}  // namespace openaclnn::testing
