// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>

namespace openaclnn {

// A lock for a few instructions at a time.
class SpinLock {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  void lock() noexcept {
    while (taken_.test_and_set(std::memory_order_acquire)) {
      std::this_thread::yield();
    }
  }
  void unlock() noexcept { taken_.clear(std::memory_order_release); }
  // NOLINTEND(readability-identifier-naming)

 private:
  std::atomic_flag taken_;
};

}  // namespace openaclnn
