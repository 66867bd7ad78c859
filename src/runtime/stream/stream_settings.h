// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "acl/acl_rt_allocator.h"

namespace openaclnn::runtime {

inline constexpr size_t kCoreKinds = 2;  // the values of aclrtDevResLimitType

// Numbers of cores by aclrtDevResLimitType; 0 where no limit is set.
using CoreLimits = std::array<std::atomic<uint32_t>, kCoreKinds>;

// What a client says of its memory allocator.
struct AllocatorFacts {
  aclrtAllocator allocator = nullptr;
  aclrtAllocatorAllocFunc allocate = nullptr;
  aclrtAllocatorFreeFunc free = nullptr;
  aclrtAllocatorAllocAdviseFunc allocateAt = nullptr;
  aclrtAllocatorGetAddrFromBlockFunc addressOf = nullptr;
};

// An allocator as it was when a stream got it.
struct RegisteredAllocator {
  aclrtAllocatorDesc description = nullptr;
  AllocatorFacts facts;
};

// What a client has set on a stream since its creation. Thread safe; each setting stands for itself.
class StreamSettings {
 public:
  explicit StreamSettings(uint32_t streamPriority) : priority(streamPriority) {}

  std::atomic<uint32_t> priority;
  std::atomic<uint32_t> overflowSwitch{0};
  std::atomic<uint32_t> customTag{0};
  std::atomic<uint32_t> cacheOpInfo{0};
  CoreLimits coreLimits{};

  void SetAllocator(std::shared_ptr<const RegisteredAllocator> allocator) {
    const std::lock_guard lock(mutex_);
    allocator_ = std::move(allocator);
  }
  // Null if there is none.
  [[nodiscard]] std::shared_ptr<const RegisteredAllocator> Allocator() const {
    const std::lock_guard lock(mutex_);
    return allocator_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const RegisteredAllocator> allocator_;
};

}  // namespace openaclnn::runtime
