// SPDX-License-Identifier: Apache-2.0
#include "base/fork_guard.h"

#include <pthread.h>

#include <new>

namespace openaclnn {

namespace internal {
std::atomic<bool> inForkedChild{false};
}  // namespace internal

void GuardAgainstFork() {
  // Without a lock, which a fork just now would leave to the child; twice does no harm.
  static std::atomic<bool> guarded{false};
  if (guarded.load(std::memory_order_relaxed)) {
    return;
  }
  if (pthread_atfork(nullptr, nullptr,
                     [] { internal::inForkedChild.store(true, std::memory_order_relaxed); }) != 0) {
    throw std::bad_alloc();
  }
  guarded.store(true, std::memory_order_relaxed);
}

}  // namespace openaclnn
