// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/holds.h"

#include <list>
#include <utility>

#include "backend/cpu/worker_pool.h"

namespace openaclnn::backend::cpu {

class Holds::CpuHold final : public Hold {
 public:
  explicit CpuHold(std::shared_ptr<Holds> holds) : holds_(std::move(holds)), number_(1) {}
  CpuHold(const CpuHold&) = delete;
  CpuHold& operator=(const CpuHold&) = delete;
  ~CpuHold() override {
    const std::lock_guard lock(holds_->mutex_);
    if (number_.empty()) {
      number_.splice(number_.end(), holds_->open_, position_);
      holds_->changed_.notify_all();
    }
  }

  // Requires the mutex of the holds.
  void Begin() noexcept {
    number_.front() = holds_->begun_.fetch_add(1, std::memory_order_release) + 1;
    position_ = number_.begin();
    holds_->open_.splice(holds_->open_.end(), number_);
  }

 private:
  const std::shared_ptr<Holds> holds_;
  std::list<uint64_t> number_;  // empty while it is with the others
  std::list<uint64_t>::iterator position_;
};

std::shared_ptr<Hold> Holds::Make() {
  return std::make_shared<CpuHold>(shared_from_this());
}

void Holds::Begin(Hold& hold) noexcept {
  const std::lock_guard lock(mutex_);
  static_cast<CpuHold&>(hold).Begin();
}

Holds::Mark Holds::Begun() const {
  if (!AnyBegun()) {
    return {};  // most streams never have one
  }
  const std::lock_guard lock(mutex_);
  return {begun_, interrupts_};
}

bool Holds::WaitForEnds(Mark mark, Timeout timeout) {
  std::unique_lock lock(mutex_);
  const auto ended = [&] { return open_.empty() || open_.front() > mark.begun; };
  const auto done = [&] {
    return ended() || interrupts_ != mark.interrupts || WorkerPool::Instance().Stopped();
  };
  if (timeout) {
    changed_.wait_for(lock, *timeout, done);
  } else {
    changed_.wait(lock, done);
  }
  return ended();
}

void Holds::Interrupt() noexcept {
  const std::lock_guard lock(mutex_);
  ++interrupts_;
  changed_.notify_all();
}

bool Holds::HaveEnded() const {
  const std::lock_guard lock(mutex_);
  return open_.empty();
}

}  // namespace openaclnn::backend::cpu
