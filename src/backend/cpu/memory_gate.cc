// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory_gate.h"

#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {

MemoryGate& MemoryGate::Instance() {
  static NoDestructor<MemoryGate> gate;
  return *gate;
}

// Either the one who enters sees the gate closed, or the one who closes it sees somebody inside: the
// operations are sequentially consistent. What is written is exchanged, too: emulators of Arm on x86 let a
// load pass a mere store before it, whose order they promise.
void MemoryGate::Enter() {
  while (true) {
    inside_.fetch_add(1);
    if (closed_.load() == 0) {
      return;
    }
    Leave();
    closed_.wait(1);
  }
}

void MemoryGate::Leave() {
  if (inside_.fetch_sub(1) == 1 && closed_.load() != 0) {
    inside_.notify_all();
  }
}

void MemoryGate::Close() {
  closed_.exchange(1);
  for (uint32_t inside = inside_.load(); inside != 0; inside = inside_.load()) {
    inside_.wait(inside);
  }
}

void MemoryGate::Open() {
  closed_.exchange(0);
  closed_.notify_all();
}

}  // namespace openaclnn::backend::cpu
