// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

namespace openaclnn::backend::cpu {

class CpuSignal;
class CpuWait;

// The one thread that watches the clock for all waits, and memory that changes without a word. It starts when
// it is first needed, and sleeps while there is nothing to watch.
class Timer {
 private:
  using Clock = std::chrono::steady_clock;
  using Alarms = std::multimap<Clock::time_point, std::shared_ptr<CpuWait>>;

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

  // From now on; calls wait->Expire() unless the alarm is cancelled before. An alarm is set at most once.
  void Set(Alarm& alarm, std::shared_ptr<CpuWait> wait) noexcept;
  void Cancel(Alarm& alarm) noexcept;

  // The signal of those who wait for what nobody announces: asked again and again while somebody waits there.
  [[nodiscard]] const std::shared_ptr<CpuSignal>& Polled() const { return polled_; }
  // To be called when a wait has begun there.
  void Poll() noexcept;

 private:
  Timer();
  [[noreturn]] void Serve();
  // Until there is something to do.
  void Sleep(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] Alarms TakeDue() noexcept;  // requires mutex_

  const std::shared_ptr<CpuSignal> polled_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Alarms alarms_;
  Clock::time_point polledSince_;  // when a wait last came to the polled signal, or left it
  bool isAwake_ = false;           // to look again at what there is to watch
  bool isRunning_ = false;
};

}  // namespace openaclnn::backend::cpu
