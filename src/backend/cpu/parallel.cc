// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "checker/device_memory.h"

// ThreadSanitizer does not see into the thread library, so this file is built without it (src/CMakeLists.txt)
// and states the order that the library guarantees: fork before bodies, bodies before join.
#ifdef OPENACLNN_ANNOTATE_FORK_JOIN
#include <sanitizer/tsan_interface.h>
#else
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names of the library
static void __tsan_acquire(void* /*address*/) {}
static void __tsan_release(void* /*address*/) {}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
#endif

namespace openaclnn::backend::cpu {

namespace {

// The library lends no more threads than the machine has cores, unless it is told to; tests want more. Of
// several limits the lowest would count, so there is one, the highest that any arena asked for.
void AllowThreads(int threads) {
  static std::mutex mutex;
  static tbb::global_control* limit = nullptr;
  const std::lock_guard lock(mutex);
  constexpr auto kParameter = tbb::global_control::max_allowed_parallelism;
  if (static_cast<size_t>(threads) > tbb::global_control::active_value(kParameter)) {
    delete limit;
    limit = new tbb::global_control(kParameter,
                                    static_cast<size_t>(threads));  // for as long as the process lives
  }
}

}  // namespace

struct Arena::Impl {
  explicit Impl(int threads) : arena(threads) {}

  tbb::task_arena arena;
};

Arena::Arena(int threads) : threads_(threads), impl_(std::make_unique<Impl>(threads)) {
  AllowThreads(threads);
}

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

// Elements of a task that copies between views.
constexpr int64_t kCopyElements = int64_t{1} << 16;

// Stands for an element of Size bytes.
template <size_t Size>
struct alignas(Size) Bytes {
  std::array<std::byte, Size> bytes;
};

template <typename Element>
void CopyElements(const CpuContext& context, const TensorView& destination, const TensorView& source) {
  const MergedDims destinationDims(destination);
  const MergedDims sourceDims(source);
  const int64_t elements = destination.NumElements();
  context.ParallelFor(CeilDivide(elements, kCopyElements), [&](int64_t task) {
    const int64_t begin = task * kCopyElements;
    const int64_t count = std::min(kCopyElements, elements - begin);
    int64_t done = 0;
    sourceDims.ForEachRun(begin, count, [&](int64_t sourceOffset, int64_t sourceStride, int64_t sourceRun) {
      const auto* from = reinterpret_cast<const Element*>(source.data) + sourceOffset;
      destinationDims.ForEachRun(begin + done, sourceRun, [&](int64_t offset, int64_t stride, int64_t run) {
        auto* to = reinterpret_cast<Element*>(destination.data) + offset;
        for (int64_t i = 0; i < run; ++i) {
          to[i * stride] = from[i * sourceStride];
        }
        from += run * sourceStride;
      });
      done += sourceRun;
    });
  });
}

}  // namespace

void CpuContext::CopyView(const TensorView& destination, const TensorView& source) {
  switch (SizeOf(destination.dtype)) {
    case 1:
      return CopyElements<Bytes<1>>(*this, destination, source);
    case 2:
      return CopyElements<Bytes<2>>(*this, destination, source);
    case 4:
      return CopyElements<Bytes<4>>(*this, destination, source);
    case 8:
      return CopyElements<Bytes<8>>(*this, destination, source);
    default:
      return CopyElements<Bytes<16>>(*this, destination, source);
  }
}

void ForEachPiece(const CpuContext& context, size_t bytes, FunctionRef<void(size_t, size_t)> body) {
  const auto pieces = static_cast<int64_t>((bytes + kCopyPiece - 1) / kCopyPiece);
  context.ParallelFor(pieces, [&](int64_t piece) {
    const size_t begin = static_cast<size_t>(piece) * kCopyPiece;
    body(begin, std::min(kCopyPiece, bytes - begin));
  });
}

void CopyBytes(const CpuContext& context, void* destination, const void* source, size_t bytes) {
  destination = checker::InDevice(destination);
  source = checker::InDevice(source);
  ForEachPiece(context, bytes, [&](size_t begin, size_t size) {
    std::memmove(static_cast<std::byte*>(destination) + begin, static_cast<const std::byte*>(source) + begin,
                 size);
  });
}

void FillBytes(const CpuContext& context, void* destination, int value, size_t bytes) {
  destination = checker::InDevice(destination);
  ForEachPiece(context, bytes, [&](size_t begin, size_t size) {
    std::memset(static_cast<std::byte*>(destination) + begin, value, size);
  });
}

}  // namespace openaclnn::backend::cpu
