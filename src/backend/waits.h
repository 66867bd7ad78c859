// SPDX-License-Identifier: Apache-2.0
//
// What a stream can wait for, besides an event: the part of the seam for signals and for values in memory.
//
// A waiting stream occupies no thread. On CUDA a wait for a value is cuStreamWaitValue64, and a wait for a
// signal is a host function that looks once, followed by cuStreamWaitValue32 on a word of its own that Change
// sets.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/function_ref.h"
#include "base/status.h"
#include "trace/details.h"

namespace openaclnn::backend {

class Allocation;
class Hold;

// What ends a wait for a signal. One object serves one wait.
class Condition {
 public:
  Condition() = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  virtual ~Condition() = default;

  // Called when the stream arrives, maybe by who enqueues the wait, and after each change; never at the same
  // time as another condition of the signal, or as a change. Empty: it goes on. Ok: it is over. A failure: as
  // a task that failed. May itself change what the signal guards: a wait can use up what it waited for.
  [[nodiscard]] virtual std::optional<Status> Look() noexcept = 0;
  // For the timeline, as of the end: its name at least.
  virtual void Describe(trace::Details& details) const { details.name = "wait"; }
};

// Guards a state on the host that streams wait for.
class Signal {
 public:
  Signal() = default;
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;
  virtual ~Signal() = default;

  // Changes the state: calls `change`, which must not throw, and lets those streams go on whose conditions
  // now hold. Whoever arrived first is asked first.
  virtual void Change(FunctionRef<void()> change) noexcept = 0;

  // From now on others, such as another process, change the state without a word: conditions are asked again
  // and again as long as a stream waits. `self` owns this signal. Throws where there is no memory or no thread
  // for that.
  virtual void Watch(const std::shared_ptr<Signal>& self) = 0;
};

struct WaitOptions {
  // From the stream's arrival; after that the wait fails with kRtWaitTimeout. Empty: no limit.
  std::optional<std::chrono::milliseconds> limit = std::nullopt;
  // Held until the wait is over, however it ends.
  std::shared_ptr<const void> keepAlive = nullptr;
  // Begins with the wait; null: none. Only of the stream that waits.
  std::shared_ptr<Hold> hold = nullptr;
};

// With p for the value in memory and v for the given one, both unsigned.
enum class ValueTest {
  kGreaterOrEqual,  // p - v, as a signed number, is not negative: also right when a counter wraps around
  kEqual,           // p == v
  kAnd,             // (p & v) != 0
  kNor,             // ~(p | v) != 0
};

// 64 bits of device memory, at a multiple of 8 bytes.
struct Cell {
  void* address = nullptr;
  // The block that the cell lies in: it stays mapped, and a task fails whose cell the owner frees meanwhile.
  std::shared_ptr<const Allocation> block;
};

}  // namespace openaclnn::backend
