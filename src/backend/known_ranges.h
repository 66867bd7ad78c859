// SPDX-License-Identifier: Apache-2.0
//
// What is known of addresses outside of live blocks. Two things: the address space that nothing but blocks
// ever lives in, where a pointer that no live block answers for is stale; and the client's own memory that it
// has registered. All operations are logarithmic in the number of ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

#include "backend/allocation_registry.h"

namespace openaclnn::backend {

// A range of the client's own memory, or of a pinned block, that devices were told of.
struct Registration {
  // Marked freed when the range is unregistered.
  std::shared_ptr<Allocation> memory;
  bool mapped;  // kernels may use it
  bool pinned;  // copies may use it after their call has returned
};

class KnownRanges {
 public:
  // The process's ranges. Never destroyed, as the allocation registry.
  static KnownRanges& Instance();

  // From here until RemoveHeap only blocks live in this range. Drops the registrations that reach into it:
  // the system gives out what is not in use, so their owner has unmapped the memory.
  void AddHeap(const void* base, size_t bytes);
  void RemoveHeap(const void* base);
  // Whether a range of at least one byte, which must not wrap around, shares a byte with a heap.
  [[nodiscard]] bool TouchesHeap(const void* address, size_t bytes) const;

  // False, and nothing is registered, if the range shares a byte with a registered one.
  [[nodiscard]] bool Register(Registration registration);
  // False if no registered range starts there.
  [[nodiscard]] bool Unregister(const void* base);
  // Unregisters what shares a byte with the range.
  void UnregisterTouching(const void* address, size_t bytes);
  // The registered range that holds all of these bytes; without `memory` if there is none.
  [[nodiscard]] Registration FindRegistered(const void* address, size_t bytes) const;

 private:
  // By first address. The ranges of one map do not overlap.
  using Heaps = std::map<uintptr_t, size_t>;
  using Registrations = std::map<uintptr_t, Registration>;

  void Drop(uintptr_t begin, size_t bytes);  // requires mutex_

  mutable std::shared_mutex mutex_;
  Heaps heaps_;
  Registrations registrations_;
};

}  // namespace openaclnn::backend
