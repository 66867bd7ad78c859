// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {

// Whoever has an alarm.
class Sleeper {
 public:
  Sleeper() = default;
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  // Its time is over. Called on the timer's thread, without a lock.
  virtual void Expire() noexcept = 0;

 protected:
  ~Sleeper() = default;
};

// What changes without a word, so that somebody has to look again and again.
class Polled {
 public:
  Polled() = default;
  Polled(const Polled&) = delete;
  Polled& operator=(const Polled&) = delete;
  // Whether somebody waits for it. Called with the timer's lock.
  [[nodiscard]] virtual bool HasWaiting() const = 0;
  // Looks; how many waits that ended. Called without a lock.
  virtual size_t Announce() noexcept = 0;

 protected:
  ~Polled() = default;
};

// The one thread that watches the clock for all waits, and memory that changes without a word. It starts when
// it is first needed, and sleeps while there is nothing to watch.
class Timer {
 public:
  class Alarm;

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    Alarm* alarm = nullptr;  // the sleeper's own
    std::shared_ptr<Sleeper> sleeper;
  };
  using Alarms = std::multimap<Clock::time_point, Entry>;

 public:
  // The end of a wait's time. Asks for its memory when it is made.
  class Alarm {
   public:
    explicit Alarm(std::chrono::milliseconds limit);

   private:
    friend class Timer;

    const std::chrono::milliseconds limit_;
    // Guarded by the timer's mutex.
    Alarms::node_type node_;  // until it is set
    Alarms::iterator position_;
    bool isSet_ = false;
    bool isCancelled_ = false;
  };

  // The process's one timer. Never destroyed.
  static Timer& Instance();

  // Has the thread running; throws where the system gives none. To be called before there is something to
  // watch.
  void Prepare();

  // From now on; calls sleeper->Expire() unless the alarm is cancelled before. An alarm is set at most once.
  void Set(Alarm& alarm, std::shared_ptr<Sleeper> sleeper) noexcept;
  void Cancel(Alarm& alarm) noexcept;

  // To be called when a wait for it has begun: looks at it while somebody waits. It is always the same one,
  // and is never destroyed.
  void Poll(Polled& polled) noexcept;

 private:
  friend class NoDestructor<Timer>;

  Timer() = default;
  [[noreturn]] void Serve();
  // Until there is something to do.
  void Sleep(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] Alarms TakeDue() noexcept;  // requires mutex_

  std::mutex mutex_;
  Polled* polled_ = nullptr;  // null before the first wait
  std::condition_variable changed_;
  Alarms alarms_;
  Clock::time_point polledSince_;  // when a wait for it last began or ended
  bool isAwake_ = false;           // to look again at what there is to watch
  bool isRunning_ = false;
};

}  // namespace openaclnn::backend::cpu
