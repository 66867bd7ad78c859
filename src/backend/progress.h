// SPDX-License-Identifier: Apache-2.0
//
// What threads that wait for a device go on with meanwhile: what has a thread of its own, which would have to
// be woken for it, such as a communicator. So what they wait for comes without a thread that wakes another.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.h"
#include "base/bounded_spin.h"

namespace openaclnn::backend {

class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  enum class Found {
    kNothing,  // there is nothing to go on with
    kWaits,    // what there is waits for others
    kMoved,
  };

  // A thread will call GoOn until it calls Leave. Several threads may do so at a time; none holds a lock.
  virtual void Enter() noexcept = 0;
  // Goes on as far as that is possible at once.
  virtual Found GoOn() noexcept = 0;
  virtual void Leave() noexcept = 0;
};

// What there is to go on with, of the whole process. Thread safe.
class ProgressList {
 public:
  using Content = std::vector<std::shared_ptr<Progress>>;

  static ProgressList& Instance();
  void Add(std::shared_ptr<Progress> progress);
  void Remove(const Progress& progress);
  // As of now; null: nothing.
  [[nodiscard]] std::shared_ptr<const Content> Get() const noexcept;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Content> content_;
};

// Goes on with all that there is, on behalf of a thread that waits.
class Turns {
 public:
  Turns();
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns();
  [[nodiscard]] Progress::Found GoOn() const noexcept;

 private:
  const std::shared_ptr<const ProgressList::Content> list_;
};

// As SpinFor of base/bounded_spin.h, and goes on with what there is: for a bounded time after the last of it.
// What comes within a microsecond or two comes before others get the processor: they may keep it for long.
template <typename Condition>
void GoOnUntil(std::unique_lock<std::mutex>& lock, const Condition& holds) noexcept {
  if (holds()) {
    return;
  }
  lock.unlock();
  {
    const Turns turns;
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kAtOnce{2};
    BoundedSpin spin;
    Clock::time_point movedAt = Clock::now();
    for (bool goesOn = true; goesOn;) {
      const Progress::Found found = turns.GoOn();
      lock.lock();
      goesOn = !holds();
      lock.unlock();
      if (found == Progress::Found::kMoved) {
        spin = BoundedSpin();
        movedAt = Clock::now();
      } else if (found == Progress::Found::kNothing || Clock::now() - movedAt > kAtOnce) {
        goesOn = goesOn && (found == Progress::Found::kNothing ? spin.Again() : spin.AgainAnyway());
      }
    }
  }
  lock.lock();
}

// The same, and sleeps behind it until the condition holds or the time is over. Returns whether it holds.
template <typename Condition>
bool GoOnUntil(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Timeout timeout,
               const Condition& holds) {
  using Clock = std::chrono::steady_clock;
  if (!timeout) {
    GoOnUntil(lock, holds);
    changed.wait(lock, holds);
    return true;
  }
  const Clock::time_point end = Clock::now() + *timeout;
  GoOnUntil(lock, [&] { return holds() || Clock::now() >= end; });
  return changed.wait_until(lock, end, holds);
}

}  // namespace openaclnn::backend
