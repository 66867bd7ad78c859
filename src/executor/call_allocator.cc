// SPDX-License-Identifier: Apache-2.0
#include "executor/call_allocator.h"

#include <array>
#include <new>

namespace openaclnn {
namespace {

// Of what is kept. Calls with more tensors than usual do not fit, and take longer anyway.
constexpr size_t kKeptBytes = 4096;

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeeps = false;  // memory that is used again hides that it was given back
#else
constexpr bool kKeeps = true;
#endif

// What a thread keeps: one block each for a call and its launch. Without a destructor, so that it
// can be asked while the thread ends.
struct Kept {
  std::array<void*, 2> blocks;  // the first `count` of them
  size_t count = 0;
  bool isGivenBack = false;  // at the thread's end: arranged
  bool threadEnds = false;
};
constinit thread_local Kept kept{};

// Not inlined: each mention of `kept` would ask for its address again.
[[gnu::noinline]] Kept& Own() {
  return kept;
}

struct ThreadEnd {
  ThreadEnd() = default;
  ThreadEnd(const ThreadEnd&) = delete;
  ThreadEnd& operator=(const ThreadEnd&) = delete;
  ~ThreadEnd() {
    kept.threadEnds = true;
    while (kept.count > 0) {
      ::operator delete(kept.blocks[--kept.count]);
    }
  }
};

[[gnu::cold, gnu::noinline]] void GiveBackAtThreadEnd(Kept& own) {
  thread_local const ThreadEnd end;
  own.isGivenBack = true;
}

}  // namespace

void* TakeCallMemory(size_t bytes) {
  if (bytes > kKeptBytes) {
    return ::operator new(bytes);
  }
  Kept& own = Own();
  return own.count > 0 ? own.blocks[--own.count] : ::operator new(kKeptBytes);
}

void GiveBackCallMemory(void* memory, size_t bytes) noexcept {
  Kept& own = Own();
  if (!kKeeps || bytes > kKeptBytes || own.count == own.blocks.size() || own.threadEnds) {
    ::operator delete(memory);
    return;
  }
  if (!own.isGivenBack) [[unlikely]] {
    GiveBackAtThreadEnd(own);
  }
  own.blocks[own.count++] = memory;
}

}  // namespace openaclnn
