// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// Lays out a kernel's arrays in its workspace, each from a cache line on. The same calls in plan and run give
// the same places.
class ScratchLayout {
 public:
  // Where the next array begins, in bytes from the start of the workspace.
  size_t Reserve(int64_t count, size_t elementSize) {
    constexpr size_t kCacheLine = 64;
    const size_t begin = bytes_;
    bytes_ += (static_cast<size_t>(count) * elementSize + kCacheLine - 1) / kCacheLine * kCacheLine;
    return begin;
  }

  [[nodiscard]] size_t Bytes() const { return bytes_; }

 private:
  size_t bytes_ = 0;
};

}  // namespace openaclnn
