// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "base/function_ref.h"

namespace openaclnn::backend::cpu {

// The cores of one device, shared by all of its streams: however many streams run kernels, no more threads
// compute than the device has. The only place that knows which thread library this is.
class Arena {
 public:
  explicit Arena(int threads);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  [[nodiscard]] int Threads() const { return threads_; }

  // Calls body(0) ... body(count - 1), each once, in any order and on any of the threads; returns when all
  // are done. Which thread runs an index is not determined: cut work by the problem's shape and combine by
  // index, and the result has the same bits for any number of threads. Body must not throw.
  void ParallelFor(int64_t count, FunctionRef<void(int64_t)> body);

 private:
  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

// What a CPU kernel runs in.
class CpuContext final : public ExecutionContext {
 public:
  // Without an arena everything runs on the calling thread.
  explicit CpuContext(Arena* arena) : arena_(arena) {}

  // How many threads share the work at most: for how much to take on at a time, never for results.
  [[nodiscard]] int Threads() const { return arena_ != nullptr ? arena_->Threads() : 1; }

  // As Arena::ParallelFor.
  void ParallelFor(int64_t count, FunctionRef<void(int64_t)> body) const;

  void CopyView(const TensorView& destination, const TensorView& source) override;
  void Copy(void* destination, const void* source, size_t bytes) override;
  void CopyRows(const RowCopy& copy) override;
  void FillWords(void* destination, uint32_t value, size_t words) override;
  void Reduce(const Reduction& reduction) override;

 private:
  Arena* arena_;
};

// Large enough that a task costs nothing against it, small enough to spread a few megabytes.
inline constexpr size_t kCopyPiece = size_t{1} << 20;

// Calls body(begin, size) for the pieces of a range of bytes; every piece but the last has kCopyPiece.
void ForEachPiece(const CpuContext& context, size_t bytes, FunctionRef<void(size_t, size_t)> body);

// Copies or fills with as many threads as pay off.
void CopyBytes(const CpuContext& context, void* destination, const void* source, size_t bytes);
void FillBytes(const CpuContext& context, void* destination, int value, size_t bytes);

}  // namespace openaclnn::backend::cpu
