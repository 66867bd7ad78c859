// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
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
    uint64_t begun = 0;  // 0: none, and there is nothing to wait for
    uint64_t interrupts = 0;
  };

  // One that has not begun. Asks for all the memory that it will need.
  [[nodiscard]] std::shared_ptr<Hold> Make();
  // Lasts from here until the object is released.
  void Begin(Hold& hold) noexcept;
  [[nodiscard]] bool AnyBegun() const { return begun_.load(std::memory_order_acquire) != 0; }
  // Those that have begun so far.
  [[nodiscard]] Mark Begun() const;
  // Waits until they have ended. False if they have not: the time is over, there was an interrupt since, or
  // the process is ending.
  [[nodiscard]] bool WaitForEnds(Mark mark, Timeout timeout);
  // Sends away everyone who waits.
  void Interrupt() noexcept;
  [[nodiscard]] bool HaveEnded() const;

 private:
  class CpuHold;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<uint64_t> open_;        // their numbers, rising: holds end in any order
  std::atomic<uint64_t> begun_{0};  // changes under the mutex alone
  uint64_t interrupts_ = 0;
};

}  // namespace openaclnn::backend::cpu
