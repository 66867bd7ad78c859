// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/signal.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {
namespace {

// All that is watched, as the one thing that the timer polls. The timer's lock may be held, and no other; the
// mutexes of signals come after this one.
class WatchedSignals final : public Polled {
 public:
  static WatchedSignals& Instance() {
    static NoDestructor<WatchedSignals> signals;
    return *signals;
  }

  void Add(const std::shared_ptr<CpuSignal>& signal) {
    const std::lock_guard lock(mutex_);
    signals_.erase(std::remove_if(signals_.begin(), signals_.end(),
                                  [](const std::weak_ptr<CpuSignal>& one) { return one.expired(); }),
                   signals_.end());
    signals_.push_back(signal);
    turn_.reserve(signals_.size());  // so that no look needs memory
  }

  [[nodiscard]] bool HasWaiting() const override {
    const std::lock_guard lock(mutex_);
    return std::any_of(signals_.begin(), signals_.end(), [](const std::weak_ptr<CpuSignal>& one) {
      const std::shared_ptr<CpuSignal> signal = one.lock();
      return signal != nullptr && signal->HasWaiting();
    });
  }

  // On the timer's thread only. The ends of waits are announced without a lock.
  size_t Announce() noexcept override {
    std::vector<std::shared_ptr<CpuSignal>> turn;
    {
      const std::lock_guard lock(mutex_);
      turn.swap(turn_);
      for (const std::weak_ptr<CpuSignal>& one : signals_) {
        if (std::shared_ptr<CpuSignal> signal = one.lock(); signal != nullptr && signal->HasWaiting()) {
          turn.push_back(std::move(signal));
        }
      }
    }
    size_t ended = 0;
    for (const std::shared_ptr<CpuSignal>& signal : turn) {
      ended += signal->Announce();
    }
    turn.clear();
    const std::lock_guard lock(mutex_);
    if (turn.capacity() > turn_.capacity()) {
      turn_.swap(turn);
    }
    return ended;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<CpuSignal>> signals_;
  std::vector<std::shared_ptr<CpuSignal>> turn_;
};

}  // namespace

void CpuSignal::Change(FunctionRef<void()> change) noexcept {
  Waits over;
  {
    const std::lock_guard lock(mutex_);
    change();
    over = TakeOver();
  }
  for (const std::shared_ptr<CpuWait>& wait : over) {
    wait->TellStream();
  }
}

size_t CpuSignal::Announce() noexcept {
  Waits over;
  {
    const std::lock_guard lock(mutex_);
    over = TakeOver();
  }
  for (const std::shared_ptr<CpuWait>& wait : over) {
    wait->TellStream();
  }
  return over.size();
}

void CpuSignal::Watch(const std::shared_ptr<Signal>& self) {
  Timer::Instance().Prepare();
  if (isWatched_.load()) {
    return;
  }
  WatchedSignals::Instance().Add(std::static_pointer_cast<CpuSignal>(self));
  isWatched_.store(true);
  if (HasWaiting()) {
    Timer::Instance().Poll(WatchedSignals::Instance());
  }
}

bool CpuSignal::HasWaiting() const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty();
}

bool CpuSignal::IsOver(CpuWait& wait) noexcept {
  std::optional<Status> result = wait.condition_->Look();
  if (!result) {
    return false;
  }
  wait.result_ = *std::move(result);
  wait.place_ = CpuWait::Place::kLeft;
  return true;
}

CpuSignal::Waits CpuSignal::TakeOver() noexcept {
  Waits over;
  // A wait that ends may change the state for the ones before it.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto wait = waiting_.begin(); wait != waiting_.end();) {
      const auto current = wait++;
      if (IsOver(**current)) {
        over.splice(over.end(), waiting_, current);
        changed = true;
      }
    }
  }
  return over;
}

void CpuSignal::Remove(CpuWait& wait) noexcept {
  if (wait.place_ == CpuWait::Place::kWaiting) {
    wait.slot_.splice(wait.slot_.end(), waiting_, wait.position_);
    wait.slot_.front().reset();  // its stream holds it, too
  }
  wait.place_ = CpuWait::Place::kLeft;
}

const std::shared_ptr<CpuSignal>& PolledSignal() {
  static const NoDestructor<std::shared_ptr<CpuSignal>> signal([] {
    auto made = std::make_shared<CpuSignal>();
    made->Watch(made);
    return made;
  }());
  return *signal;
}

CpuWait::CpuWait(std::shared_ptr<CpuSignal> signal, std::unique_ptr<Condition> condition, WaitOptions options)
    : signal_(std::move(signal)),
      condition_(std::move(condition)),
      keepAlive_(std::move(options.keepAlive)),
      slot_(1) {
  if (options.limit) {
    expired_ = {code::kRtWaitTimeout, "the stream waited for longer than the " +
                                          std::to_string(options.limit->count()) + " ms that it was given"};
    alarm_.emplace(*options.limit);
    Timer::Instance().Prepare();
  }
}

bool CpuWait::Begin(std::weak_ptr<Waiter> stream) noexcept {
  CpuSignal::Waits over;
  bool isOver = false;
  {
    const std::lock_guard lock(signal_->mutex_);
    if (place_ == Place::kLeft) {
      return false;
    }
    stream_ = std::move(stream);
    isOver = CpuSignal::IsOver(*this);
    if (isOver) {
      over = signal_->TakeOver();  // it may have changed the state for others
    } else {
      slot_.front() = shared_from_this();
      position_ = slot_.begin();
      signal_->waiting_.splice(signal_->waiting_.end(), slot_);
      place_ = Place::kWaiting;
    }
  }
  for (const std::shared_ptr<CpuWait>& wait : over) {
    wait->TellStream();
  }
  if (isOver) {
    return true;
  }
  Timer& timer = Timer::Instance();
  if (alarm_) {
    timer.Set(*alarm_, shared_from_this());
  }
  if (signal_->isWatched_.load()) {
    timer.Poll(WatchedSignals::Instance());
  }
  return false;
}

void CpuWait::Withdraw() noexcept {
  {
    const std::lock_guard lock(signal_->mutex_);
    signal_->Remove(*this);
  }
  if (alarm_) {
    Timer::Instance().Cancel(*alarm_);
  }
}

void CpuWait::Expire() noexcept {
  {
    const std::lock_guard lock(signal_->mutex_);
    if (place_ != Place::kWaiting) {
      return;
    }
    signal_->Remove(*this);
    result_ = std::move(expired_);
  }
  TellStream();
}

void CpuWait::Release() noexcept {
  condition_.reset();
  keepAlive_.reset();
}

void CpuWait::TellStream() noexcept {
  if (const std::shared_ptr<Waiter> stream = stream_.lock()) {
    stream->Resume(*this);
  }
}

}  // namespace openaclnn::backend::cpu
