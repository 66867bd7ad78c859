// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/address_space.h"
#include "trace/trace.h"

namespace openaclnn::backend::cpu {

// The memory of one CPU device, or the host's pinned memory: a share of the host's, handed out in blocks that
// are aligned to at least 64 bytes, at addresses where no other memory ever is (AddressSpace).
//
// Blocks of up to 1 MiB come from size classes, four to each power of two, that are carved from large arenas
// and kept in free lists: constant cost, and never given back to the system. Larger blocks are mappings of
// their own, aligned for huge pages; a bounded number of freed ones is kept, because the page faults of a
// fresh mapping cost more than most kernels that use it: logarithmic cost. Thread safe.
class MemoryPool {
 public:
  // `used`, if given, is where the bytes of live blocks are counted.
  explicit MemoryPool(size_t capacity, trace::MemoryCounter counter = {},
                      std::atomic<size_t>* used = nullptr);
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  ~MemoryPool() = default;

  // Null if the capacity is used up or the system gives no more. Content is undefined.
  [[nodiscard]] void* Allocate(size_t bytes);
  // `bytes` as given to Allocate.
  void Free(void* data, size_t bytes);
  // Live blocks count with the size that they occupy, kept ones not at all.
  [[nodiscard]] MemoryInfo Info() const;

  // Counts memory from elsewhere against the capacity; false if that is used up.
  [[nodiscard]] bool Reserve(size_t bytes);
  void Refund(size_t bytes);

 private:
  static constexpr size_t kClasses = 52;  // 64 bytes to 1 MiB

  struct alignas(64) SizeClass {
    std::mutex mutex;
    std::vector<std::byte*> free;  // has capacity for every block of the class, so that Free never allocates
    size_t blocks = 0;
  };
  struct Arena {
    std::byte* base;
    size_t used;
  };
  using Mappings = std::unordered_map<void*, size_t>;
  // Kept blocks by size, and by age.
  struct Kept {
    std::byte* data;
    uint64_t age;
  };
  using KeptBySize = std::multimap<size_t, Kept>;

  [[nodiscard]] std::byte* AllocateSmall(size_t classIndex);
  bool Refill(SizeClass& sizeClass, size_t blockBytes);  // requires sizeClass.mutex
  [[nodiscard]] std::byte* Carve(size_t bytes);
  [[nodiscard]] std::byte* AllocateLarge(size_t bytes);
  [[nodiscard]] std::byte* TakeKept(size_t bytes);
  void FreeLarge(std::byte* data);
  // Unmaps kept blocks, oldest first, until they hold at most `limit` bytes.
  void TrimKept(size_t limit);
  [[nodiscard]] std::byte* MapOrTrim(size_t bytes);

  std::array<SizeClass, kClasses> classes_;
  const size_t capacity_;
  const trace::MemoryCounter counter_;
  std::atomic<size_t> ownUsed_{0};
  std::atomic<size_t>& used_;
  std::atomic<size_t> peak_{0};
  AddressSpace space_;

  std::mutex arenaMutex_;
  std::vector<Arena> arenas_;  // the last one is carved

  std::mutex largeMutex_;
  Mappings live_;
  KeptBySize keptBySize_;
  std::map<uint64_t, KeptBySize::iterator> keptByAge_;
  size_t keptBytes_ = 0;
  uint64_t nextAge_ = 0;
};

// A number of bytes with an optional suffix K, M or G (powers of 1024); 0 if it is none or does not fit.
[[nodiscard]] size_t ParseBytes(std::string_view text);

// OPENACLNN_CPU_MEMORY where it is set and well-formed; else HostCapacity.
[[nodiscard]] size_t DefaultCapacity();

// The physical memory that this process may use.
[[nodiscard]] size_t HostCapacity();

}  // namespace openaclnn::backend::cpu
