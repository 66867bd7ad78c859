// SPDX-License-Identifier: Apache-2.0
//
// Who runs an engine, and when: its own thread and those that wait, in turn.
#include <poll.h>

#include <exception>
#include <new>
#include <utility>

#include "collectives/run/engine.h"

namespace openaclnn::collectives {
namespace {

// The own thread looks so often whether others still come, where it stands by; and goes back to sleeping by
// itself when none has come for so long.
constexpr auto kLook = std::chrono::microseconds(500);
constexpr auto kNoneComes = std::chrono::milliseconds(3);
// Then it runs the engine itself, which learns of lost ranks by that where others are busy.
constexpr int kLooksOfTurn = 8;
// Where ranks have no core of their own, looking is in vain: then helping rests for a while.
constexpr int kMostVain = 3;
constexpr int kDeclined = 50;

// Waits for the bell; whether it rang.
bool WaitFor(const WakeUp& bell, std::chrono::microseconds time) {
  pollfd entry{bell.Event().Get(), POLLIN, 0};
  const timespec limit{0, std::chrono::nanoseconds(time).count()};
  if (ppoll(&entry, 1, &limit, nullptr) <= 0) {
    return false;
  }
  bell.Clear();
  return true;
}

int64_t Ticks() {
  return Clock::now().time_since_epoch().count();
}

}  // namespace

template <typename Step>
bool Engine::Guarded(const Step& step) noexcept {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    Fail({HCCL_E_MEMORY, "no memory"});
  } catch (const std::exception& error) {
    Fail({HCCL_E_INTERNAL, error.what()});
  }
  return true;
}

bool Engine::Pass() {
  Serve(inbox_->Take());
  AdvanceMoved();
  // What was sent may have been the last, or what had to go first, and no event tells of it: who has sent goes
  // on before anything is waited for.
  bool hasMoved = Send();
  for (const uint32_t peer : transport_.Look()) {
    ReceiveFrom(peer);
    hasMoved = true;
  }
  // That something was taken is told before anybody who waits here goes away.
  hasMoved = Send() || hasMoved;
  AdvanceMoved();
  if (!active_.empty()) {
    CheckTimes();
  }
  return hasMoved;
}

void Engine::Run() {
  std::unique_lock lock(mutex_);
  while (!leaving_ || !transport_.IsClosed()) {
    const bool hasMoved = Guarded([&] {
      if (!leaving_ && inbox_->IsClosed()) {
        Serve(inbox_->Take());  // who came before it was closed
        Part();
      }
      return Pass();
    });
    if (hasMoved) {
      spin_.reset();
    } else if (!leaving_ || !transport_.IsClosed()) {
      Rest(lock);
    }
  }
  isOver_ = true;
}

void Engine::Rest(std::unique_lock<std::mutex>& lock) {
  // How it fails and how it ends is its own affair.
  const bool mayBeHelped = !failure_ && !leaving_;
  if (mayBeHelped && inbox_->IsTended()) {
    StandBy(lock);
    return;
  }
  inbox_->SetTended(false);
  // What comes next mostly comes soon after the last: ranks that go on, the next operation.
  if (!spin_) {
    spin_.emplace();
  }
  lock.unlock();
  const bool looksAgain = spin_->Again();
  lock.lock();
  // Who has come to help meanwhile has not seen it asleep, and would not wake it.
  if (!looksAgain && !inbox_->IsTended()) {
    Sleep(lock);
  }
}

void Engine::StandBy(std::unique_lock<std::mutex>& lock) {
  bool isRung = false;
  lock.unlock();
  for (int look = 0; look < kLooksOfTurn && !isRung && inbox_->IsEmpty(); ++look) {
    const int64_t before = Ticks();
    isRung = WaitFor(inbox_->Bell(), kLook);
    if (helpedAt_ < before && HasWork()) {
      isLeft_ = isLeft_ || helpers_ == 0;
      break;
    }
  }
  lock.lock();
  spin_.reset();
  const Clock::duration since(Ticks() - helpedAt_);
  if (isLeft_.exchange(false) || since >= kNoneComes) {
    inbox_->SetTended(false);
  }
}

void Engine::Sleep(std::unique_lock<std::mutex>& lock) {
  spin_.reset();
  if (transport_.BeginSleep()) {
    isAsleep_ = true;
    const Deadline deadline = NextDeadline();
    lock.unlock();
    // Who has come since without a word has found the lock taken.
    if (inbox_->IsEmpty()) {
      transport_.Sleep(deadline);
    }
    inbox_->Bell().Clear();
    lock.lock();
    isAsleep_ = false;
  }
  transport_.EndSleep();
}

void Engine::Begin() noexcept {
  if (inbox_->IsEmpty()) {
    return;  // the stream has not come to it, or others have seen it
  }
  while (!inbox_->IsEmpty()) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || isOver_) {
      break;  // who runs it looks again
    }
    // What is complete by now ends where somebody waits for it.
    Guarded([&] {
      Serve(inbox_->Take());
      return !failure_ && Send();
    });
    if (failure_) {
      inbox_->SetTended(false);
    }
  }
  if (!inbox_->IsTended()) {
    inbox_->Bell().Wake();
  }
}

backend::Progress::Found Engine::GoOn() noexcept {
  if (declinedHelps_ > 0 || !HasWork()) {
    return Found::kNothing;
  }
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || isOver_ || failure_ || leaving_) {
    return Found::kWaits;
  }
  helpedAt_ = Ticks();
  if (!inbox_->IsTended()) {
    inbox_->SetTended(true);
    transport_.EndSleep();
    if (isAsleep_) {
      inbox_->Bell().Wake();
    }
  }
  const size_t before = state_->active;
  const bool hasMoved = Guarded([&] { return Pass(); });
  if (failure_) {
    inbox_->Bell().Wake();
  }
  if (state_->active < before) {
    vainHelps_ = 0;
  }
  return hasMoved ? Found::kMoved : Found::kWaits;
}

void Engine::Leave() noexcept {
  const bool isLast = --helpers_ == 0;
  if (declinedHelps_ > 0) {
    --declinedHelps_;
  } else if (isLast && inbox_->IsTended() && HasWork()) {
    isLeft_ = true;
    inbox_->Bell().Wake();
    if (++vainHelps_ >= kMostVain) {
      vainHelps_ = 0;
      declinedHelps_ = kDeclined;
    }
  }
}

}  // namespace openaclnn::collectives
