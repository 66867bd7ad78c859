// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// An array that a kernel has booked in its workspace. Kept in its state; the address comes with the run.
template <typename T>
struct ScratchArray {
  size_t offset = 0;  // in bytes

  [[nodiscard]] T* In(std::byte* workspace) const { return reinterpret_cast<T*>(workspace + offset); }
};

// Lays out a kernel's arrays in its workspace, each from a cache line on. The same calls in plan and run give
// the same places.
class ScratchLayout {
 public:
  // Where the next array begins, in bytes from the start of the workspace.
  size_t Reserve(int64_t count, size_t elementSize) {
    constexpr size_t kCacheLine = 64;
    const size_t begin = bytes_;
    size_t size = 0;
    if (__builtin_mul_overflow(static_cast<size_t>(count), elementSize, &size) || size > kUnobtainable ||
        begin >= kUnobtainable) {
      bytes_ = kUnobtainable;
    } else {
      bytes_ += (size + kCacheLine - 1) / kCacheLine * kCacheLine;
    }
    return begin;
  }

  template <typename T>
  [[nodiscard]] ScratchArray<T> Book(int64_t count) {
    return {Reserve(count, sizeof(T))};
  }

  [[nodiscard]] size_t Bytes() const { return bytes_; }

 private:
  // What a workspace needs that cannot be counted, as of an expanded tensor of 2^60 elements: nobody has it.
  static constexpr size_t kUnobtainable = size_t{1} << 62;

  size_t bytes_ = 0;
};

}  // namespace openaclnn
