// SPDX-License-Identifier: Apache-2.0
//
// The child of a fork has no thread but the one that forked: nobody there runs streams, and locks that other
// threads held stay locked. A child of a process that uses the library may end or exec, and call nothing.
#pragma once

#include <atomic>

namespace openaclnn {

// From now on, children of this process are on the wrong side. To be called before the library has threads.
// std::bad_alloc where that cannot be arranged.
void GuardAgainstFork();

namespace internal {
extern std::atomic<bool> inForkedChild;
}  // namespace internal

// Whether this is a child that was forked after GuardAgainstFork. Touches no lock.
[[nodiscard]] inline bool InForkedChild() {
  return internal::inForkedChild.load(std::memory_order_relaxed);
}

}  // namespace openaclnn
