// SPDX-License-Identifier: Apache-2.0
//
// Signals, and the waits of streams for them. A wait has asked for all its memory when it is made: from then
// on, nothing on its way can fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/cpu/timer.h"
#include "backend/waits.h"
#include "base/status.h"

namespace openaclnn::backend::cpu {

class CpuWait;

// Who waits: a stream.
class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  // Goes on after a wait that is over, if it is still the current one.
  virtual void Resume(const CpuWait& wait) noexcept = 0;

 protected:
  ~Waiter() = default;
};

class CpuSignal final : public Signal {
 public:
  void Change(FunctionRef<void()> change) noexcept override;
  void Watch(const std::shared_ptr<Signal>& self) override;
  // Asks the conditions of those who wait, after a change that was not made here; how many waits it ended.
  size_t Announce() noexcept;
  [[nodiscard]] bool HasWaiting() const;

 private:
  friend class CpuWait;

  using Waits = std::list<std::shared_ptr<CpuWait>>;

  // These three require mutex_.
  [[nodiscard]] static bool IsOver(CpuWait& wait) noexcept;
  [[nodiscard]] Waits TakeOver() noexcept;
  void Remove(CpuWait& wait) noexcept;

  mutable std::mutex mutex_;
  Waits waiting_;  // in the order of arrival
  std::atomic<bool> isWatched_{false};
};

// The signal of those who wait for values in memory, which nobody announces. It is watched, and never
// destroyed.
[[nodiscard]] const std::shared_ptr<CpuSignal>& PolledSignal();

// One wait of one stream. It ends once: its condition holds, its time is over, or its stream withdraws it.
class CpuWait final : public Sleeper, public std::enable_shared_from_this<CpuWait> {
 public:
  CpuWait(std::shared_ptr<CpuSignal> signal, std::unique_ptr<Condition> condition, WaitOptions options);

  // The stream has arrived. True: the wait is over. False: stream->Resume(*this) is called when it is, unless
  // it is withdrawn before. Requires that no lock is held.
  [[nodiscard]] bool Begin(std::weak_ptr<Waiter> stream) noexcept;
  // The stream does not wait, or not any longer: leaves the signal and the timer.
  void Withdraw() noexcept;
  // For the timer: ends the wait with kRtWaitTimeout, if nothing has ended it before.
  void Expire() noexcept override;
  // For the timeline; after its end, and before Release.
  void Describe(trace::Details& details) const { condition_->Describe(details); }
  // Destroys what the wait has held; after its end.
  void Release() noexcept;
  // How it ended.
  [[nodiscard]] const Status& Result() const { return result_; }

 private:
  friend class CpuSignal;

  // Where a wait stands with its signal. It does not come back once it has left.
  enum class Place { kAhead, kWaiting, kLeft };

  void TellStream() noexcept;

  const std::shared_ptr<CpuSignal> signal_;
  std::unique_ptr<Condition> condition_;
  std::shared_ptr<const void> keepAlive_;
  std::weak_ptr<Waiter> stream_;
  Status result_;
  Status expired_;

  // Guarded by the signal's mutex.
  Place place_ = Place::kAhead;
  CpuSignal::Waits slot_;  // an empty entry, until it moves to the signal
  CpuSignal::Waits::iterator position_;

  std::optional<Timer::Alarm> alarm_;
};

}  // namespace openaclnn::backend::cpu
