// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace openaclnn {

/// Calls body(task, slot) for the tasks [0, tasks), in any order and on any thread. A task has its slot, one
/// of [0, slots), for itself while it runs: a workspace needs scratch for so many tasks as run at one time.
///
/// `cpu` shares work among threads by ParallelFor(count, body), as a CpuContext does.
template <class Cpu, class Body>
void ForEachTaskInSlots(const Cpu& cpu, int64_t tasks, int64_t slots, const Body& body) {
  std::atomic<int64_t> next = 0;
  cpu.ParallelFor(std::min(slots, tasks), [&](int64_t slot) {
    for (int64_t task = next++; task < tasks; task = next++) {
      body(task, slot);
    }
  });
}

}  // namespace openaclnn
