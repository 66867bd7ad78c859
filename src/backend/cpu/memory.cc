// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <new>
#include <string>

#include "backend/cpu/poison.h"
#include "base/page_size.h"
#include "trace/byte_count.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kLargestSmall = size_t{1} << 20;
constexpr size_t kSlab = size_t{64} << 10;  // carved at once for blocks that are smaller than this
constexpr size_t kArena = size_t{32} << 20;
constexpr size_t kWaste = 8;      // a block may be larger than asked by 1/8
constexpr size_t kKeptShare = 8;  // kept blocks may hold 1/8 of the capacity

constexpr size_t RoundUp(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Classes 0 to 3 are 64, 128, 192, 256; then four steps to each power of two.
constexpr size_t kLinearClasses = 4;
constexpr size_t kLinearEnd = kLinearClasses * kAlignment;

constexpr size_t ClassOf(size_t bytes) {
  if (bytes <= kLinearEnd) {
    return (std::max(bytes, size_t{1}) - 1) / kAlignment;
  }
  const auto power = static_cast<size_t>(std::bit_width(bytes - 1)) - 1;  // 2^power < bytes <= 2^(power + 1)
  const size_t step = (bytes - 1 - (size_t{1} << power)) >> (power - 2);  // 0 .. 3
  return kLinearClasses + (power - 8) * 4 + step;
}

constexpr size_t ClassBytes(size_t index) {
  if (index < kLinearClasses) {
    return (index + 1) * kAlignment;
  }
  const size_t power = 8 + (index - kLinearClasses) / 4;
  return (size_t{1} << power) + (((index - kLinearClasses) % 4 + 1) << (power - 2));
}

static_assert(ClassOf(1) == 0 && ClassOf(64) == 0 && ClassOf(65) == 1 && ClassOf(256) == 3);
static_assert(ClassOf(257) == 4 && ClassBytes(4) == 320 && ClassOf(512) == 7 && ClassBytes(7) == 512);
static_assert(ClassOf(kLargestSmall) == 51 && ClassBytes(51) == kLargestSmall);

// Whole huge pages where they waste little, whole pages otherwise.
size_t MappingBytes(size_t bytes) {
  const size_t huge = RoundUp(bytes, kHugePage);
  return huge - bytes <= bytes / kWaste ? huge : RoundUp(bytes, kPage);
}

// The smallest limit among a control group and its ancestors; `file` holds it in each.
size_t GroupLimit(const std::filesystem::path& root, const std::string& group, const char* file) {
  size_t limit = std::numeric_limits<size_t>::max();
  std::filesystem::path directory = root / std::filesystem::path(group).relative_path();
  // A container may see its own group as the root while its path still names the host's: missing levels are
  // skipped.
  while (directory.native().size() >= root.native().size()) {
    std::ifstream stream(directory / file);
    size_t value = 0;
    if (stream >> value) {  // "max" is not a number
      limit = std::min(limit, value);
    }
    directory = directory.parent_path();
  }
  return limit;
}

size_t ControlGroupLimit() {
  size_t limit = std::numeric_limits<size_t>::max();
  std::ifstream groups("/proc/self/cgroup");
  std::string line;  // "0::/path" (version 2) or "4:memory:/path" (version 1)
  while (std::getline(groups, line)) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) {
      continue;
    }
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      limit = std::min(limit, GroupLimit("/sys/fs/cgroup", group, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      limit = std::min(limit, GroupLimit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
  }
  return limit;
}

}  // namespace

MemoryPool::MemoryPool(size_t capacity, trace::MemoryCounter counter, std::atomic<size_t>* used)
    : capacity_(capacity), counter_(counter), used_(used == nullptr ? ownUsed_ : *used) {}

void* MemoryPool::Allocate(size_t bytes) {
  if (bytes > capacity_) {
    return nullptr;  // before any rounding, which could overflow
  }
  const bool small = bytes <= kLargestSmall;
  std::byte* const data = small ? AllocateSmall(ClassOf(bytes)) : AllocateLarge(bytes);
  if (data != nullptr) {
    ASAN_UNPOISON_MEMORY_REGION(data, bytes);
  }
  return data;
}

void MemoryPool::Free(void* data, size_t bytes) {
  auto* const block = static_cast<std::byte*>(data);
  if (bytes > kLargestSmall) {
    FreeLarge(block);
    return;
  }
  const size_t index = ClassOf(bytes);
  ASAN_POISON_MEMORY_REGION(block, ClassBytes(index));
  SizeClass& sizeClass = classes_.at(index);
  {
    const std::lock_guard lock(sizeClass.mutex);
    sizeClass.free.push_back(block);
  }
  Refund(ClassBytes(index));
}

MemoryInfo MemoryPool::Info() const {
  return {capacity_ - used_.load(std::memory_order_relaxed), capacity_,
          peak_.load(std::memory_order_relaxed)};
}

bool MemoryPool::Reserve(size_t bytes) {
  size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > capacity_ - used) {
      return false;
    }
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  size_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < used + bytes && !peak_.compare_exchange_weak(peak, used + bytes, std::memory_order_relaxed)) {
  }
  counter_.Changed(used_);
  return true;
}

void MemoryPool::Refund(size_t bytes) {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  counter_.Changed(used_);
}

std::byte* MemoryPool::AllocateSmall(size_t classIndex) {
  const size_t blockBytes = ClassBytes(classIndex);
  if (!Reserve(blockBytes)) {
    return nullptr;
  }
  SizeClass& sizeClass = classes_.at(classIndex);
  const std::lock_guard lock(sizeClass.mutex);
  if (sizeClass.free.empty() && !Refill(sizeClass, blockBytes)) {
    Refund(blockBytes);
    return nullptr;
  }
  std::byte* const data = sizeClass.free.back();
  sizeClass.free.pop_back();
  return data;
}

bool MemoryPool::Refill(SizeClass& sizeClass, size_t blockBytes) {
  const size_t count = std::max(size_t{1}, kSlab / blockBytes);
  try {
    // Doubled, because reserve alone would grow by one slab at a time and make n slabs cost n * n.
    if (sizeClass.free.capacity() < sizeClass.blocks + count) {
      sizeClass.free.reserve(std::max(sizeClass.blocks + count, 2 * sizeClass.free.capacity()));
    }
  } catch (const std::bad_alloc&) {
    return false;
  }
  std::byte* const slab = Carve(count * blockBytes);
  if (slab == nullptr) {
    return false;
  }
  sizeClass.blocks += count;
  for (size_t block = count; block-- > 0;) {  // the lowest address is handed out first
    sizeClass.free.push_back(slab + block * blockBytes);
  }
  return true;
}

std::byte* MemoryPool::Carve(size_t bytes) {
  const std::lock_guard lock(arenaMutex_);
  // Blocks that fill whole pages begin with one: only whole pages can be shared with other processes.
  if (!arenas_.empty() && bytes % kPage == 0) {
    arenas_.back().used = RoundUp(arenas_.back().used, kPage);
  }
  if (arenas_.empty() || kArena - arenas_.back().used < bytes) {
    try {
      arenas_.reserve(arenas_.size() + 1);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    std::byte* const base = MapOrTrim(kArena);
    if (base == nullptr) {
      return nullptr;
    }
    ASAN_POISON_MEMORY_REGION(base, kArena);
    arenas_.push_back({base, 0});
  }
  Arena& arena = arenas_.back();
  std::byte* const data = arena.base + arena.used;
  arena.used += bytes;
  return data;
}

std::byte* MemoryPool::AllocateLarge(size_t bytes) {
  const size_t mappingBytes = MappingBytes(bytes);
  if (std::byte* const kept = TakeKept(mappingBytes)) {
    return kept;
  }
  if (!Reserve(mappingBytes)) {
    return nullptr;
  }
  std::byte* const data = MapOrTrim(mappingBytes);
  if (data != nullptr) {
    try {
      const std::lock_guard lock(largeMutex_);
      live_.emplace(data, mappingBytes);
      ASAN_POISON_MEMORY_REGION(data, mappingBytes);
      return data;
    } catch (const std::bad_alloc&) {
      space_.Unmap(data, mappingBytes);
    }
  }
  Refund(mappingBytes);
  return nullptr;
}

std::byte* MemoryPool::TakeKept(size_t bytes) {
  const std::lock_guard lock(largeMutex_);
  const auto found = keptBySize_.lower_bound(bytes);
  if (found == keptBySize_.end() || found->first - bytes > bytes / kWaste || !Reserve(found->first)) {
    return nullptr;
  }
  std::byte* const data = found->second.data;
  try {
    live_.emplace(data, found->first);
  } catch (const std::bad_alloc&) {
    Refund(found->first);
    return nullptr;
  }
  keptBytes_ -= found->first;
  keptByAge_.erase(found->second.age);
  keptBySize_.erase(found);
  return data;
}

void MemoryPool::FreeLarge(std::byte* data) {
  size_t bytes = 0;
  bool keep = false;
  {
    const std::lock_guard lock(largeMutex_);
    const auto found = live_.find(data);
    bytes = found->second;
    live_.erase(found);
    ASAN_POISON_MEMORY_REGION(data, bytes);
    if (bytes <= capacity_ / kKeptShare) {
      try {
        const auto entry = keptBySize_.insert({bytes, {data, nextAge_}});
        try {
          keptByAge_.emplace(nextAge_, entry);
          ++nextAge_;
          keptBytes_ += bytes;
          keep = true;
        } catch (const std::bad_alloc&) {
          keptBySize_.erase(entry);
        }
      } catch (const std::bad_alloc&) {
        keep = false;
      }
    }
  }
  if (keep) {
    TrimKept(capacity_ / kKeptShare);
  } else {
    space_.Unmap(data, bytes);
  }
  Refund(bytes);
}

void MemoryPool::TrimKept(size_t limit) {
  while (true) {
    std::byte* data = nullptr;
    size_t bytes = 0;
    {
      const std::lock_guard lock(largeMutex_);
      if (keptBytes_ <= limit) {
        return;
      }
      const auto oldest = keptByAge_.begin();
      bytes = oldest->second->first;
      data = oldest->second->second.data;
      keptBySize_.erase(oldest->second);
      keptByAge_.erase(oldest);
      keptBytes_ -= bytes;
    }
    space_.Unmap(data, bytes);  // outside the lock: it takes long for a large block
  }
}

std::byte* MemoryPool::MapOrTrim(size_t bytes) {
  std::byte* const data = space_.Map(bytes);
  if (data != nullptr) {
    return data;
  }
  TrimKept(0);
  return space_.Map(bytes);
}

size_t ParseBytes(std::string_view text) {
  return trace::ParseByteCount(text).value_or(0);
}

size_t DefaultCapacity() {
  const char* const text =
      std::getenv("OPENACLNN_CPU_MEMORY");  // NOLINT(concurrency-mt-unsafe): read at start
  const size_t chosen = text == nullptr ? 0 : ParseBytes(text);
  if (chosen > 0) {
    return std::min(chosen, size_t{1} << 47);  // no address space is larger; sizes below it can be rounded up
  }
  return HostCapacity();
}

size_t HostCapacity() {
  const auto pages = static_cast<size_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto pageBytes = static_cast<size_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  return std::min(pages * pageBytes, ControlGroupLimit());
}

}  // namespace openaclnn::backend::cpu
