// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

#include "backend/backend.h"

namespace openaclnn::backend::cpu {

// What holds a stream open. No other lock is taken under its own, so that a hold may end anywhere.
class Holds : public std::enable_shared_from_this<Holds> {
 public:
  // What was there to wait for at some time.
  struct Mark {
    uint64_t taken = 0;
    uint64_t interrupts = 0;
  };

  // Lasts until the object is released.
  [[nodiscard]] std::shared_ptr<const void> Take();
  // Those that were taken so far.
  [[nodiscard]] Mark Taken() const;
  // Waits until they have ended. False if they have not: the time is over, there was an interrupt since, or
  // the process is ending.
  [[nodiscard]] bool WaitForEnds(Mark mark, Timeout timeout);
  // Sends away everyone who waits.
  void Interrupt() noexcept;
  [[nodiscard]] bool HaveEnded() const;

 private:
  class Hold;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<uint64_t> open_;  // their numbers, rising: holds end in any order
  uint64_t taken_ = 0;
  uint64_t interrupts_ = 0;
};

}  // namespace openaclnn::backend::cpu
