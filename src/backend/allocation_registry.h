// SPDX-License-Identifier: Apache-2.0
//
// Every live block of device and pinned host memory, by address. It is what turns a stray pointer into an
// error with a name: a launch or a copy may touch only what lies inside one live block. All operations are
// logarithmic in the number of live blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

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
  // Memory of a device.
  Allocation(std::shared_ptr<Device> device, int deviceId, std::byte* base, size_t bytes);
  // Memory of the host, allocated or registered there; the device is the one of messages and attributes.
  Allocation(Backend& backend, int deviceId, MemoryKind kind, std::byte* base, size_t bytes);
  // Device memory that belongs to somebody else, who keeps it as long as `keeper` lives.
  struct Lent {
    const char* origin;  // the function that lent it, for messages
    std::shared_ptr<const void> keeper;
    const void* range = nullptr;  // of blocks side by side, those of one range count as one
    bool freeable = false;        // whether AllocationRegistry::Remove may take it
  };
  Allocation(int deviceId, std::byte* base, size_t bytes, Lent lent);
  // Blocks side by side, as one.
  explicit Allocation(std::vector<std::shared_ptr<Allocation>> parts);
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  ~Allocation();  // returns the memory to where it is from, or lets its keeper go

  [[nodiscard]] MemoryKind Kind() const { return kind_; }
  [[nodiscard]] int DeviceId() const { return deviceId_; }
  [[nodiscard]] std::byte* Base() const { return base_; }
  [[nodiscard]] size_t Bytes() const { return bytes_; }
  // Null for memory of the host and for what is lent.
  [[nodiscard]] const std::shared_ptr<Device>& Home() const { return device_; }
  // Whether it is lent, and so of nobody whom it could be returned to.
  [[nodiscard]] bool IsLent() const { return lent_.origin != nullptr; }
  [[nodiscard]] const Lent& Loan() const { return lent_; }
  [[nodiscard]] bool Freed() const {
    return freed_.load(std::memory_order_acquire) || (!parts_.empty() && AnyPartFreed());
  }
  // Whether the host uses it in place, too: asked for as such.
  [[nodiscard]] bool IsManaged() const { return managed_.load(std::memory_order_relaxed); }
  void MarkManaged() { managed_.store(true, std::memory_order_relaxed); }
  void MarkFreed() { freed_.store(true, std::memory_order_release); }
  [[nodiscard]] bool Contains(const void* address, size_t bytes) const {
    const uintptr_t offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(base_);
    return offset <= bytes_ && bytes <= bytes_ - offset;  // an address before the base is a huge offset
  }
  // Ends with the block, unless detached before.
  void Attach(std::shared_ptr<const void> companion);
  void Detach(const std::shared_ptr<const void>& companion);

 private:
  [[nodiscard]] bool AnyPartFreed() const;

  std::shared_ptr<Device> device_;
  Backend* backend_ = nullptr;  // of memory of the host
  int deviceId_;
  MemoryKind kind_;
  std::byte* base_;
  size_t bytes_;
  Lent lent_{};
  std::vector<std::shared_ptr<Allocation>> parts_;
  std::atomic<bool> freed_{false};
  std::atomic<bool> managed_{false};
  std::vector<std::shared_ptr<const void>> companions_;
};

class AllocationRegistry {
 public:
  // The process's one registry. Never destroyed, so that frees in static destructors still find it.
  static AllocationRegistry& Instance();

  void Insert(std::shared_ptr<Allocation> allocation);
  // Takes the block that starts at `base` out and marks it freed. Null if no live block of this kind starts
  // there.
  std::shared_ptr<Allocation> Remove(const void* base, MemoryKind kind);
  // Takes out this very block, if it is still there; marks it freed in any case.
  void Remove(const std::shared_ptr<Allocation>& allocation);
  // Takes it out and leaves the block as it is: another takes its place.
  void Replace(const std::shared_ptr<Allocation>& allocation, std::shared_ptr<Allocation> successor);
  // The live block that `address` points into; null if there is none. Where that block ends before `bytes`
  // and others of its range follow, as many of them as are needed, as one.
  [[nodiscard]] std::shared_ptr<Allocation> Find(const void* address, size_t bytes = 1) const {
    return Reader(*this).Find(address, bytes);
  }

  // Finds several in one state of the registry, which is locked for writers meanwhile. No other lock may be
  // taken while it lives.
  class Reader {
   public:
    explicit Reader(const AllocationRegistry& registry) : registry_(registry), lock_(registry.mutex_) {}

    // The live block that holds [address, address + bytes), as long as this lives; null if there is none.
    [[nodiscard]] const std::shared_ptr<Allocation>* At(const void* address, size_t bytes) const {
      return registry_.AtLocked(address, bytes);
    }
    // As AllocationRegistry::Find.
    [[nodiscard]] std::shared_ptr<Allocation> Find(const void* address, size_t bytes) const {
      return registry_.FindLocked(address, bytes);
    }

   private:
    const AllocationRegistry& registry_;
    const std::shared_lock<std::shared_mutex> lock_;
  };

  // The first live block that shares a byte with a range, which must not be empty nor wrap around.
  [[nodiscard]] std::shared_ptr<Allocation> FindTouching(const void* address, size_t bytes) const;

  // Addresses that are set aside: where no block lies on them, they cannot be touched.
  void InsertReserved(const void* base, size_t bytes);
  void RemoveReserved(const void* base);
  // Whether any of the bytes is such an address.
  [[nodiscard]] bool TouchesReserved(const void* address, size_t bytes) const;

 private:
  // In the header: every launch asks it for each of its tensors.
  [[nodiscard]] const std::shared_ptr<Allocation>* AtLocked(const void* address, size_t bytes = 1) const {
    const auto block = blocks_.lower_bound(reinterpret_cast<uintptr_t>(address));
    return block != blocks_.end() && block->second->Contains(address, bytes) ? &block->second : nullptr;
  }
  [[nodiscard]] std::shared_ptr<Allocation> FindLocked(const void* address, size_t bytes) const;

  mutable std::shared_mutex mutex_;
  // From the highest address down: the first that does not begin behind an address is the one that may hold it.
  std::map<uintptr_t, std::shared_ptr<Allocation>, std::greater<>> blocks_;
  std::map<uintptr_t, size_t> reserved_;
  std::atomic<size_t> reservedCount_{0};  // spares copies the look where nothing is reserved
};

}  // namespace openaclnn::backend
