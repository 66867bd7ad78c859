// SPDX-License-Identifier: Apache-2.0
#include "executor/call_allocator.h"

#include <new>
#include <utility>

namespace openaclnn {
namespace {

// Of what is kept. Calls with more tensors than usual do not fit, and take longer anyway.
constexpr size_t kKeptBytes = 2048;

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeeps = false;  // memory that is used again hides that it was given back
#else
constexpr bool kKeeps = true;
#endif

// What a thread keeps. Without a destructor, so that it can be asked while the thread ends.
struct Kept {
  void* memory = nullptr;
  bool threadEnds = false;
};
constinit thread_local Kept kept;

struct ThreadEnd {
  ThreadEnd() = default;
  ThreadEnd(const ThreadEnd&) = delete;
  ThreadEnd& operator=(const ThreadEnd&) = delete;
  ~ThreadEnd() {
    kept.threadEnds = true;
    ::operator delete(std::exchange(kept.memory, nullptr));
  }
};

}  // namespace

void* TakeCallMemory(size_t bytes) {
  if (bytes > kKeptBytes) {
    return ::operator new(bytes);
  }
  void* const memory = std::exchange(kept.memory, nullptr);
  return memory != nullptr ? memory : ::operator new(kKeptBytes);
}

void GiveBackCallMemory(void* memory, size_t bytes) noexcept {
  if (!kKeeps || bytes > kKeptBytes || kept.memory != nullptr || kept.threadEnds) {
    ::operator delete(memory);
    return;
  }
  thread_local const ThreadEnd end;
  kept.memory = memory;
}

}  // namespace openaclnn
