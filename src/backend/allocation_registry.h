// SPDX-License-Identifier: Apache-2.0
//
// Every live block of device and pinned host memory, by address. It is what turns a stray pointer into an
// error with a name: a launch or a copy may touch only what lies inside one live block. All operations are
// logarithmic in the number of live blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

#include "backend/backend.h"

namespace openaclnn::backend {

enum class MemoryKind {
  kDevice,
  kPinnedHost,
  kRegisteredHost,  // the client's own: see Registration
};

// A block of memory. Work that is queued holds a reference: the pages stay mapped until it is done, even if
// the owner frees the block meanwhile, and `Freed` tells the work that it must not run.
class Allocation {
 public:
  // `device` may be null where the memory is the client's own.
  Allocation(std::shared_ptr<Device> device, int deviceId, MemoryKind kind, std::byte* base, size_t bytes);
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  ~Allocation();  // returns the memory to the device that it came from

  [[nodiscard]] MemoryKind Kind() const { return kind_; }
  [[nodiscard]] int DeviceId() const { return deviceId_; }
  [[nodiscard]] std::byte* Base() const { return base_; }
  [[nodiscard]] size_t Bytes() const { return bytes_; }
  [[nodiscard]] bool Freed() const { return freed_.load(std::memory_order_acquire); }
  void MarkFreed() { freed_.store(true, std::memory_order_release); }
  [[nodiscard]] bool Contains(const void* address, size_t bytes) const;

 private:
  std::shared_ptr<Device> device_;
  int deviceId_;
  MemoryKind kind_;
  std::byte* base_;
  size_t bytes_;
  std::atomic<bool> freed_{false};
};

class AllocationRegistry {
 public:
  // The process's one registry. Never destroyed, so that frees in static destructors still find it.
  static AllocationRegistry& Instance();

  void Insert(std::shared_ptr<Allocation> allocation);
  // Takes the block that starts at `base` out and marks it freed. Null if no live block of this kind starts
  // there.
  std::shared_ptr<Allocation> Remove(const void* base, MemoryKind kind);
  // The live block that `address` points into; null if there is none.
  [[nodiscard]] std::shared_ptr<Allocation> Find(const void* address) const;
  // The first live block that shares a byte with a range, which must not be empty nor wrap around.
  [[nodiscard]] std::shared_ptr<Allocation> FindTouching(const void* address, size_t bytes) const;

 private:
  mutable std::shared_mutex mutex_;
  std::map<uintptr_t, std::shared_ptr<Allocation>> blocks_;
};

}  // namespace openaclnn::backend
