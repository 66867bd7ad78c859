// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/checked_math.h"

// ThreadSanitizer does not see into the thread library, so this file is built without it (src/CMakeLists.txt)
// and states the order that the library guarantees: fork before bodies, bodies before join.
#ifdef OPENACLNN_ANNOTATE_FORK_JOIN
#include <sanitizer/tsan_interface.h>
#else
static void __tsan_acquire(void* /*address*/) {
}  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
static void __tsan_release(void* /*address*/) {
}  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
#endif

namespace openaclnn::backend::cpu {

struct Arena::Impl {
  explicit Impl(int threads)
      : limit(tbb::global_control::max_allowed_parallelism,
              std::max<size_t>(
                  static_cast<size_t>(threads),
                  tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism))),
        arena(threads) {}

  tbb::global_control limit;  // lets a device have more threads than the machine has cores, as tests do
  tbb::task_arena arena;
};

Arena::Arena(int threads) : threads_(threads), impl_(std::make_unique<Impl>(threads)) {}

Arena::~Arena() = default;

void Arena::ParallelFor(int64_t count, FunctionRef<void(int64_t)> body) {
  char fork = 0;
  char join = 0;
  __tsan_release(&fork);
  impl_->arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<int64_t>(0, count), [&](const tbb::blocked_range<int64_t>& range) {
      __tsan_acquire(&fork);
      for (int64_t index = range.begin(); index != range.end(); ++index) {
        body(index);
      }
      __tsan_release(&join);
    });
  });
  __tsan_acquire(&join);
}

void CpuContext::ParallelFor(int64_t count, FunctionRef<void(int64_t)> body) const {
  if (arena_ != nullptr && arena_->Threads() > 1 && count > 1) {
    arena_->ParallelFor(count, body);
    return;
  }
  for (int64_t index = 0; index < count; ++index) {
    body(index);
  }
}

namespace {

// Large enough that a task costs nothing against it, small enough to spread a few megabytes.
constexpr size_t kCopyPiece = size_t{1} << 20;

template <typename Body>
void ForEachPiece(const CpuContext& context, size_t bytes, const Body& body) {
  const auto pieces = static_cast<int64_t>((bytes + kCopyPiece - 1) / kCopyPiece);
  context.ParallelFor(pieces, [&](int64_t piece) {
    const size_t begin = static_cast<size_t>(piece) * kCopyPiece;
    body(begin, std::min(kCopyPiece, bytes - begin));
  });
}

}  // namespace

void CopyBytes(const CpuContext& context, void* destination, const void* source, size_t bytes) {
  ForEachPiece(context, bytes, [&](size_t begin, size_t size) {
    std::memmove(static_cast<std::byte*>(destination) + begin, static_cast<const std::byte*>(source) + begin,
                 size);
  });
}

void FillBytes(const CpuContext& context, void* destination, int value, size_t bytes) {
  ForEachPiece(context, bytes, [&](size_t begin, size_t size) {
    std::memset(static_cast<std::byte*>(destination) + begin, value, size);
  });
}

}  // namespace openaclnn::backend::cpu
