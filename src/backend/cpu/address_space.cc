// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/address_space.h"

#include <sys/mman.h>

#include <cstdint>
#include <iterator>
#include <new>
#include <utility>

#include "backend/cpu/poison.h"
#include "backend/known_ranges.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kGranule = size_t{2} << 20;  // a huge page

constexpr size_t WholeGranules(size_t bytes) {
  return (bytes + kGranule - 1) / kGranule * kGranule;
}

}  // namespace

AddressSpace::~AddressSpace() {
  for (const Range& range : reserved_) {
    KnownRanges::Instance().RemoveHeap(range.base);
    ASAN_UNPOISON_MEMORY_REGION(range.base, range.bytes);  // what is mapped here next is somebody else's
    munmap(range.base, range.bytes);
  }
}

std::byte* AddressSpace::Map(size_t bytes) {
  const size_t whole = WholeGranules(bytes);
  std::byte* data = nullptr;
  try {
    const std::lock_guard lock(mutex_);
    data = Take(whole);
    if (data == nullptr) {
      data = Reserve(whole);
    }
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  if (data == nullptr) {
    return nullptr;
  }
  if (mprotect(data, bytes, PROT_READ | PROT_WRITE) != 0) {
    Unmap(data, bytes);
    return nullptr;
  }
  madvise(data, bytes, MADV_HUGEPAGE);  // advice: small pages do as well where it is refused
  return data;
}

void AddressSpace::Unmap(std::byte* data, size_t bytes) {
  const size_t whole = WholeGranules(bytes);
  const void* const closed = mmap(data, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (closed == MAP_FAILED) {             // NOLINT(performance-no-int-to-ptr): the macro of the C library
    madvise(data, bytes, MADV_DONTNEED);  // the process has no mapping left to split: at least the pages go
  }
  try {
    const std::lock_guard lock(mutex_);
    Insert(data, whole);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the range stays reserved and unused
  }
}

std::byte* AddressSpace::Take(size_t bytes) {
  const auto found = freeBySize_.lower_bound({bytes, nullptr});
  if (found == freeBySize_.end()) {
    return nullptr;
  }
  const auto [all, base] = *found;
  // The entries are moved, not made anew: nothing can fail between the two.
  auto bySize = freeBySize_.extract(found);
  auto byAddress = free_.extract(base);
  if (all > bytes) {
    bySize.value() = {all - bytes, base + bytes};
    byAddress.key() = base + bytes;
    byAddress.mapped() = all - bytes;
    freeBySize_.insert(std::move(bySize));
    free_.insert(std::move(byAddress));
  }
  return base;
}

std::byte* AddressSpace::Reserve(size_t bytes) {
  if (reserved_.size() == reserved_.capacity()) {
    reserved_.reserve(2 * reserved_.size() + 8);  // so that keeping account of the range cannot fail
  }
  const size_t asked = bytes + kGranule;  // enough to align in
  void* const address = mmap(nullptr, asked, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) {  // NOLINT(performance-no-int-to-ptr): the macro of the C library
    return nullptr;
  }
  auto* const begin = static_cast<std::byte*>(address);
  const size_t head = (kGranule - reinterpret_cast<uintptr_t>(begin) % kGranule) % kGranule;
  std::byte* const base = begin + head;
  if (head > 0) {
    munmap(begin, head);
  }
  munmap(base + bytes, asked - head - bytes);
  try {
    KnownRanges::Instance().AddHeap(base, bytes);
  } catch (const std::bad_alloc&) {
    munmap(base, bytes);
    return nullptr;
  }
  reserved_.push_back({base, bytes});
  return base;
}

void AddressSpace::Insert(std::byte* base, size_t bytes) {
  const auto next = free_.lower_bound(base);
  const auto before = next == free_.begin() ? free_.end() : std::prev(next);
  const bool joinsBefore = before != free_.end() && before->first + before->second == base;
  const bool joinsNext = next != free_.end() && base + bytes == next->first;
  const size_t merged = bytes + (joinsBefore ? before->second : 0) + (joinsNext ? next->second : 0);
  if (joinsBefore) {
    auto bySize = freeBySize_.extract({before->second, before->first});
    bySize.value().first = merged;
    freeBySize_.insert(std::move(bySize));
    before->second = merged;
  } else {
    const auto bySize = freeBySize_.emplace(merged, base).first;
    try {
      free_.emplace(base, merged);
    } catch (...) {
      freeBySize_.erase(bySize);
      throw;
    }
  }
  if (joinsNext) {
    freeBySize_.erase({next->second, next->first});
    free_.erase(next);
  }
}

}  // namespace openaclnn::backend::cpu
