// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/holds.h"

#include <utility>

#include "backend/cpu/worker_pool.h"

namespace openaclnn::backend::cpu {

class Holds::Hold {
 public:
  explicit Hold(std::shared_ptr<Holds> holds) : holds_(std::move(holds)) {}
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() { holds_->End(); }

 private:
  const std::shared_ptr<Holds> holds_;
};

std::shared_ptr<const void> Holds::Take() {
  {
    const std::lock_guard lock(mutex_);
    ++taken_;
  }
  try {
    return std::make_shared<const Hold>(shared_from_this());
  } catch (...) {
    End();
    throw;
  }
}

uint64_t Holds::Taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

bool Holds::WaitForEnds(uint64_t count, Timeout timeout) {
  std::unique_lock lock(mutex_);
  const auto done = [this, count] { return ends_ >= count || WorkerPool::Instance().Stopped(); };
  if (timeout) {
    return ended_.wait_for(lock, *timeout, done);
  }
  ended_.wait(lock, done);
  return true;
}

bool Holds::HaveEnded() const {
  const std::lock_guard lock(mutex_);
  return ends_ == taken_;
}

void Holds::End() noexcept {
  const std::lock_guard lock(mutex_);
  ++ends_;
  ended_.notify_all();
}

}  // namespace openaclnn::backend::cpu
