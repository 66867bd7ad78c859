// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every scenario needs: random numbers, checked calls, threads that the watchdog knows, and a gate.
//
// The first wrong result ends the process: other threads may wait for something that will not come, and what
// follows a wrong result is noise.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace stress {

/// The same numbers for a seed everywhere (splitmix64; the standard leaves its distributions open).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  /// An independent sequence for the part of the work that has this number.
  Random(uint64_t seed, uint64_t part) : state_(seed) { state_ = Next() + part * 0xd1342543de82ef95U; }

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15U;
    uint64_t value = state_;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
  }
  /// In [low, high].
  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
  }
  /// In [0, count).
  size_t Below(size_t count) { return static_cast<size_t>(Next() % count); }
  bool OneIn(size_t chances) { return Below(chances) == 0; }
  float Unit() { return static_cast<float>(Next() >> 40) / 16777216.0F; }
  template <typename T>
  T& Pick(std::vector<T>& items) {
    return items[Below(items.size())];
  }
  template <typename T>
  const T& Pick(const std::vector<T>& items) {
    return items[Below(items.size())];
  }

 private:
  uint64_t state_;
};

/// Says where it happened and ends the process with exit status 1.
[[noreturn]] void Fail(const std::string& what);
inline void Require(bool condition, const char* what) {
  if (!condition) {
    Fail(what);
  }
}

/// Tells the watchdog what the calling thread does next. `operation` must be a literal.
void Begin(const char* operation);
/// Fails unless the status is one of those expected.
void Finish(int status, const char* call, std::initializer_list<int> expected);

#define STRESS_STATUS(call, ...) (::stress::Begin(#call), ::stress::Finish((call), #call, {__VA_ARGS__}))
#define STRESS_OK(call) STRESS_STATUS(call, ACL_SUCCESS)

/// Runs body(0) to body(count - 1) on a thread each, known to the watchdog as `role`, and joins them.
void RunThreads(size_t count, const char* role, const std::function<void(size_t)>& body);

/// Holds a stream up: its host function returns once the gate is open. Open before it is destroyed, and the
/// streams that it holds are waited for.
class Gate {
 public:
  void Open();
  /// What aclrtLaunchHostFunc takes, with the gate as argument.
  static void Wait(void* gate);

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

/// Seed and place of the round that runs: printed with every failure. Set by the main program alone.
void BeginRound(const char* scenario, uint64_t seed, uint64_t round);

/// Starts a thread that ends the process with abort(), after printing what every thread does, where no
/// operation began for `seconds`.
void StartWatchdog(int seconds);

}  // namespace stress
