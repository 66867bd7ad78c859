// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "backend/backend.h"

namespace openaclnn::backend::cpu {

// Counts what holds a stream open. No other lock is taken under its own, so that a hold may end anywhere.
class Holds : public std::enable_shared_from_this<Holds> {
 public:
  // Lasts until the object is released.
  [[nodiscard]] std::shared_ptr<const void> Take();
  // How many were taken so far.
  [[nodiscard]] uint64_t Taken() const;
  // Waits until so many have ended; false if the time is over.
  [[nodiscard]] bool WaitForEnds(uint64_t count, Timeout timeout);
  [[nodiscard]] bool HaveEnded() const;

 private:
  class Hold;

  void End() noexcept;

  mutable std::mutex mutex_;
  std::condition_variable ended_;
  uint64_t taken_ = 0;
  uint64_t ends_ = 0;
};

}  // namespace openaclnn::backend::cpu
