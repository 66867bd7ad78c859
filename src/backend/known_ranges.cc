// SPDX-License-Identifier: Apache-2.0
#include "backend/known_ranges.h"

#include <iterator>
#include <mutex>
#include <utility>

#include "base/no_destructor.h"

namespace openaclnn::backend {
namespace {

uintptr_t Number(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}

size_t BytesOf(size_t bytes) {
  return bytes;
}

size_t BytesOf(const Registration& registration) {
  return registration.memory->Bytes();
}

// The first range that shares a byte with [begin, begin + bytes).
template <typename Ranges>
auto FirstTouching(Ranges& ranges, uintptr_t begin, size_t bytes) {
  auto next = ranges.upper_bound(begin);
  if (next != ranges.begin()) {
    const auto before = std::prev(next);
    if (begin - before->first < BytesOf(before->second)) {
      return before;
    }
  }
  return next != ranges.end() && next->first - begin < bytes ? next : ranges.end();
}

}  // namespace

KnownRanges& KnownRanges::Instance() {
  static NoDestructor<KnownRanges> instance;
  return *instance;
}

void KnownRanges::AddHeap(const void* base, size_t bytes) {
  const std::unique_lock lock(mutex_);
  heaps_.emplace(Number(base), bytes);
  Drop(Number(base), bytes);
}

void KnownRanges::RemoveHeap(const void* base) {
  const std::unique_lock lock(mutex_);
  heaps_.erase(Number(base));
}

bool KnownRanges::TouchesHeap(const void* address, size_t bytes) const {
  const std::shared_lock lock(mutex_);
  return FirstTouching(heaps_, Number(address), bytes) != heaps_.end();
}

bool KnownRanges::Register(Registration registration) {
  const uintptr_t base = Number(registration.memory->Base());
  const std::unique_lock lock(mutex_);
  if (FirstTouching(registrations_, base, registration.memory->Bytes()) != registrations_.end()) {
    return false;
  }
  registrations_.emplace(base, std::move(registration));
  return true;
}

bool KnownRanges::Unregister(const void* base) {
  const std::unique_lock lock(mutex_);
  const auto found = registrations_.find(Number(base));
  if (found == registrations_.end()) {
    return false;
  }
  found->second.memory->MarkFreed();
  registrations_.erase(found);
  return true;
}

void KnownRanges::UnregisterTouching(const void* address, size_t bytes) {
  const std::unique_lock lock(mutex_);
  Drop(Number(address), bytes);
}

Registration KnownRanges::FindRegistered(const void* address, size_t bytes) const {
  const std::shared_lock lock(mutex_);
  const auto found = FirstTouching(registrations_, Number(address), bytes);
  const bool holds = found != registrations_.end() && found->second.memory->Contains(address, bytes);
  return holds ? found->second : Registration{nullptr, false, false};
}

void KnownRanges::Drop(uintptr_t begin, size_t bytes) {
  auto found = FirstTouching(registrations_, begin, bytes);
  while (found != registrations_.end() && (found->first <= begin || found->first - begin < bytes)) {
    found->second.memory->MarkFreed();
    found = registrations_.erase(found);
  }
}

}  // namespace openaclnn::backend
