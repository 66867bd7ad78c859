// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/timer.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace openaclnn::backend::cpu {
namespace {

// Polling adds at most a sixteenth to a wait, which keeps the cost of long waits low: but no less than what
// the system's clock resolves, and no more than nobody notices.
constexpr int kShareOfWait = 16;
constexpr std::chrono::microseconds kShortestPause(20);
constexpr std::chrono::microseconds kLongestPause(250);

}  // namespace

Timer::Alarm::Alarm(std::chrono::milliseconds limit) : limit_(limit) {
  Alarms single;
  single.emplace(Clock::time_point(), Entry());
  node_ = single.extract(single.begin());
}

Timer& Timer::Instance() {
  static NoDestructor<Timer> timer;
  return *timer;
}

void Timer::Prepare() {
  const std::lock_guard lock(mutex_);
  if (!isRunning_) {
    std::thread([this] { Serve(); }).detach();
    isRunning_ = true;
  }
}

void Timer::Set(Alarm& alarm, std::shared_ptr<Sleeper> sleeper) noexcept {
  const std::lock_guard lock(mutex_);
  if (alarm.isCancelled_) {
    return;
  }
  alarm.node_.key() = Clock::now() + alarm.limit_;
  alarm.node_.mapped() = {&alarm, std::move(sleeper)};
  alarm.position_ = alarms_.insert(std::move(alarm.node_));
  alarm.isSet_ = true;
  if (alarm.position_ == alarms_.begin()) {
    isAwake_ = true;
    changed_.notify_one();
  }
}

void Timer::Cancel(Alarm& alarm) noexcept {
  Alarms::node_type taken;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  alarm.isCancelled_ = true;
  if (alarm.isSet_) {
    alarm.isSet_ = false;
    taken = alarms_.extract(alarm.position_);
  }
}

void Timer::Poll(Polled& polled) noexcept {
  const std::lock_guard lock(mutex_);
  polled_ = &polled;
  polledSince_ = Clock::now();
  isAwake_ = true;
  changed_.notify_one();
}

void Timer::Sleep(std::unique_lock<std::mutex>& lock) {
  const auto awake = [this] { return isAwake_; };
  const bool polls = polled_ != nullptr && polled_->HasWaiting();
  if (!polls && alarms_.empty()) {
    changed_.wait(lock, awake);
  } else {
    const Clock::time_point now = Clock::now();
    Clock::time_point next = alarms_.empty() ? Clock::time_point::max() : alarms_.begin()->first;
    if (polls) {
      const Clock::duration pause = (now - polledSince_) / kShareOfWait;
      next = std::min(next, now + std::clamp<Clock::duration>(pause, kShortestPause, kLongestPause));
    }
    changed_.wait_until(lock, next, awake);
  }
  isAwake_ = false;
}

Timer::Alarms Timer::TakeDue() noexcept {
  Alarms due;
  const Clock::time_point now = Clock::now();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    alarms_.begin()->second.alarm->isSet_ = false;
    due.insert(alarms_.extract(alarms_.begin()));
  }
  return due;
}

void Timer::Serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    Sleep(lock);
    Alarms due = TakeDue();
    Polled* const polled = polled_;
    lock.unlock();
    const bool ended = polled != nullptr && polled->Announce() > 0;
    for (const auto& [time, entry] : due) {
      entry.sleeper->Expire();
    }
    due.clear();
    lock.lock();
    if (ended) {
      polledSince_ = Clock::now();
    }
  }
}

}  // namespace openaclnn::backend::cpu
